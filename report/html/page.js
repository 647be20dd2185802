// Draws interleavings: the rows that are in view, and beside them the diagram of their lanes. A view shows one: the failing one, and on request one
// that passes. What is drawn is in the page's data: see data.go. Numbers of lanes, objects and stacks begin with 1; 0 is none. An item is what
// stands in one line of the list: a row, or several folded ones.
(function () {
	"use strict";

	// view shows one execution in the elements whose ids begin with prefix. main is the view beside which it is shown.
	function view(data, prefix, main) {
		const rows = data.rows, lanes = data.lanes;
		const byId = (id) => document.getElementById(prefix + id);
		const list = byId("list"), sizer = byId("sizer"), heads = byId("heads");
		const me = {data: data, element: byId("steps"), apart: 0, other: null};

		const deciding = rows.map((r) => !!r.d);
		const rowOfStep = new Map(); // by the number of the step
		const used = lanes.map(() => []); // the rows of each lane
		rows.forEach((r, i) => {
			if (r.n) rowOfStep.set(r.n, i);
			used[r.l - 1].push(i);
			if (r.p && r.p !== r.l) used[r.p - 1].push(i);
		});
		for (const i of rows.keys()) { // a step that has no row of its own is shown with the next one
			const r = rows[i];
			if (r.n && i > 0 && !rowOfStep.has(r.n - 1)) rowOfStep.set(r.n - 1, i);
		}

		// What the reader has chosen.
		let items = [];            // {from, to}: rows from..to; one row if they are equal and it is not folded
		let itemOf = [];           // the item of each row; -1 if it is filtered out
		let current = 0;           // an item
		let showAll = false;
		const unfolded = new Set(); // first rows of folds that are open
		const hidden = new Set();  // lanes, from 1
		let onlyObject = 0;

		function make(tag, name, text) {
			const e = document.createElement(tag);
			if (name) e.className = name;
			if (text !== undefined) e.textContent = text;
			return e;
		}
		const color = (lane) => "var(--g" + (lane === 1 ? 0 : 1 + (lane - 2) % 7) + ")";
		const pathOf = (lane) => lanes[lane - 1].path;
		const plural = (n, what) => n + " " + what + (n === 1 ? "" : "s");

		function wanted(r) {
			if (hidden.has(r.l) && (!r.p || hidden.has(r.p))) return false;
			return !onlyObject || r.o === onlyObject;
		}

		// arrange makes the items, and keeps the current row.
		function arrange() {
			const at = items.length > 0 ? items[current].to : -1;
			items = [];
			itemOf = new Array(rows.length).fill(-1);
			let fold = null, group = -1; // group is the first row of the folded ones that follow one another
			rows.forEach((r, i) => {
				if (!wanted(r)) return;
				if (!r.f) group = -1;
				else if (group < 0) group = i;
				if (r.f && !showAll && !unfolded.has(group)) {
					if (!fold) items.push(fold = {from: i, to: i, fold: true, group: group, why: {}, n: 0});
					fold.to = i;
					fold.n++;
					fold.why[r.f] = (fold.why[r.f] || 0) + 1;
				} else {
					fold = null;
					items.push({from: i, to: i, group: group});
				}
				itemOf[i] = items.length - 1;
			});
			if (items.length === 0) items.push({from: 0, to: 0, none: true});
			current = at < 0 ? 0 : boundary(at);
			if (current > 0 && (current >= items.length || items[current].from > at && itemOf[at] < 0)) current--;
		}

		// boundary is the index of the first item that is not before a row.
		function boundary(row) {
			let low = 0, high = items.length;
			while (low < high) {
				const mid = (low + high) >> 1;
				if (items[mid].to < row) low = mid + 1; else high = mid;
			}
			return low;
		}

		// The measures of the list, and the places of the lanes.
		let height = 28, number = 44, laneWidth = 40, area = 0, place = [], shownLanes = [];
		function measure() {
			const width = list.clientWidth || 320;
			const two = width < 600;
			list.classList.toggle("two", two);
			height = two ? 44 : 28;
			number = two ? 34 : 44;
			shownLanes = lanes.map((_, i) => i + 1).filter((l) => used[l - 1].length > 0 && !hidden.has(l));
			laneWidth = Math.max(16, Math.min(46, width * (two ? 0.42 : 0.4) / Math.max(shownLanes.length, 1)));
			area = Math.ceil(laneWidth * shownLanes.length);
			place = [];
			shownLanes.forEach((l, i) => { place[l] = number + (i + 0.5) * laneWidth; });
			sizer.style.height = items.length * height + "px";
			sizer.style.width = Math.max(width, number + area + (two ? 150 : 280)) + "px";
			heads.replaceChildren();
			const first = make("span");
			first.style.width = number + "px";
			heads.append(first);
			for (const l of shownLanes) {
				const head = make("span", pathOf(l).length * 7 + 4 > laneWidth ? "up" : "", pathOf(l));
				head.style.width = laneWidth + "px";
				head.style.setProperty("--c", color(l));
				head.title = lanes[l - 1].name;
				heads.append(head);
			}
			drawn = null;
		}

		// nameOf is what the source calls the object of a row, and objectText that with its number.
		const nameOf = (r) => {
			const o = r.o ? data.objects[r.o - 1] : {};
			return r.as || (o.name && !o.name.includes(", ") ? o.name : o.object) || "";
		};
		const objectText = (o) => data.objects[o - 1].object + (data.objects[o - 1].name ? "  " + data.objects[o - 1].name : "");

		// user is the innermost frame of a stack whose source is here.
		function user(stack) {
			const frames = stack ? data.stacks[stack - 1] : [];
			return frames.find((f) => f.f >= 0) || frames[0];
		}
		function position(f) {
			if (!f) return "";
			return f.f >= 0 ? data.files[f.f].name + ":" + f.l : f.at || "";
		}
		function lineOf(f) {
			if (!f || f.f < 0) return "";
			for (const c of data.files[f.f].chunks) {
				if (f.l >= c.from && f.l < c.from + c.lines.length) return c.lines[f.l - c.from].trim();
			}
			return "";
		}

		// folded says what is folded.
		function folded(item) {
			const why = Object.keys(item.why);
			if (why.length === 1) return plural(item.n, "step") + " " + why[0];
			return plural(item.n, "step") + ": " + why.map((k) => item.why[k] + " " + k).join(", ");
		}

		// line is the line of the list for an item.
		function line(i) {
			const item = items[i], r = rows[item.from];
			const e = make("div", "row");
			e.id = prefix + "item" + i;
			e.setAttribute("role", "option");
			e.setAttribute("aria-selected", i === current);
			e.setAttribute("aria-posinset", i + 1);
			e.setAttribute("aria-setsize", items.length);
			e.style.top = (i - above) * height + "px";
			e.style.height = height + "px";
			const gap = make("span", "gap"), text = make("span", "text");
			gap.style.width = area + "px";
			e.append(make("span", "n", item.fold || !r.n ? "" : r.n), gap, text);
			if (item.none) {
				text.append(make("span", "dim", "Nothing to show: all is filtered out."));
				return e;
			}
			if (item.fold) {
				text.append(make("span", "fold", "▸ " + folded(item)));
				return e;
			}
			if (r.k) e.classList.add(r.k);
			if (r.d) e.classList.add("decides");
			if (me.apart > 0 && item.from >= me.apart && (i === 0 || items[i - 1].to < me.apart)) e.classList.add("apart");
			const op = make("span", "op"), g = make("span", "g", pathOf(r.l));
			g.style.setProperty("--c", color(r.l));
			op.append(g, make("b", "", r.op), nameOf(r) ? " " + nameOf(r) : "");
			if (r.v) op.append(make("span", "v", r.k ? ", " + r.v : " = " + r.v));
			text.append(op, make("code", "", lineOf(user(r.s)) || position(user(r.s))));
			op.title = position(user(r.s));
			return e;
		}

		// draw draws the items in view, or those that are given.
		let drawn = null, above = 0; // above is the number of items that are left out of the list, when it is printed
		function draw(range) {
			const top = list.scrollTop - heads.offsetHeight;
			const over = 12;
			const a = range ? range[0] : Math.max(0, Math.floor(top / height) - over);
			const b = range ? range[1] : Math.min(items.length, Math.ceil((top + list.clientHeight) / height) + over);
			if (drawn && drawn[0] === a && drawn[1] === b && drawn[2] === current) return;
			drawn = [a, b, current];
			const lines = [picture(a, b)];
			for (let i = a; i < b; i++) lines.push(line(i));
			sizer.replaceChildren(...lines);
			list.setAttribute("aria-activedescendant", prefix + "item" + current);
		}

		function shape(tag, name, attributes, c) {
			const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
			e.setAttribute("class", name);
			for (const k of Object.keys(attributes)) e.setAttribute(k, attributes[k]);
			if (c) e.style.setProperty("--c", c);
			return e;
		}

		// arrow draws an arrow. It leaves room for the dots at its ends.
		function arrow(svg, x1, y1, x2, y2, name) {
			const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
			const from = [x1 + ux * 6, y1 + uy * 6], to = [x2 - ux * 7, y2 - uy * 7], neck = [x2 - ux * 14, y2 - uy * 14];
			if (name === "race") return svg.append(shape("path", "arrow race", {d: "M" + from + "L" + to}));
			svg.append(shape("path", "arrow " + name, {d: "M" + from + "L" + neck}),
				shape("path", "tip " + name, {d: "M" + to + "L" + [neck[0] - uy * 4, neck[1] + ux * 4] + "L" + [neck[0] + uy * 4, neck[1] - ux * 4] + "z"}));
		}

		// picture is the diagram of the items from a to b.
		function picture(a, b) {
			const svg = shape("svg", "", {width: number + area, height: (b - a) * height, "aria-hidden": "true"});
			svg.style.top = (a - above) * height + "px";
			const low = -height, high = (b - a + 1) * height; // what is outside is not drawn
			const y = (row) => (itemOf[row] < 0 ? boundary(row) : itemOf[row] + 0.5) * height - a * height;
			const edge = (row) => row === 0 ? 6 - a * height : ((row >= rows.length ? items.length : boundary(row)) - a) * height;
			const open = (row) => itemOf[row] >= 0 && !items[itemOf[row]].fold;
			const seen = (y1, y2) => Math.min(y1, y2) < high && Math.max(y1, y2) > low;
			const clip = (v) => Math.max(low, Math.min(high, v));
			for (const l of shownLanes) {
				const g = lanes[l - 1], mine = used[l - 1], x = place[l], c = color(l);
				const waits = mine.length > 0 && rows[mine[mine.length - 1]].k === "wait";
				const from = edge(g.start), to = y(mine[Math.max(0, mine.length - (waits ? 2 : 1))]), end = y(mine[mine.length - 1]);
				if (seen(from, Math.max(from, to))) svg.append(shape("path", "lane", {d: "M" + x + " " + clip(from) + "V" + clip(Math.max(from, to))}, c));
				if (waits) {
					const stop = Math.max(from, mine.length > 1 ? to : from);
					if (seen(stop, end)) svg.append(shape("path", "lane stuck", {d: "M" + x + " " + clip(stop) + "V" + clip(end)}, c));
				} else if (data.cut) {
					if (seen(end, high)) svg.append(shape("path", "lane on", {d: "M" + x + " " + clip(end) + "V" + clip(items.length * height - a * height)}, c));
				} else if (seen(end, end + 12)) {
					svg.append(shape("path", "end", {d: "M" + x + " " + end + "v10m-5 0h10"}, c));
				}
				const parent = place[g.parent];
				if (g.parent && parent && parent !== x && seen(from, from)) {
					const side = x > parent ? 1 : -1;
					svg.append(shape("path", "arrow start", {d: "M" + parent + " " + from + "H" + (x - side * 6)}),
						shape("path", "tip", {d: "M" + x + " " + from + "l" + -side * 7 + " -4v8z"}));
				}
			}
			for (const h of data.bars) {
				const x = place[h.l], from = y(h.f), to = h.t >= rows.length ? items.length * height - a * height : y(h.t);
				if (x && to > from && seen(from, to)) svg.append(shape("rect", h.r ? "lock read" : "lock",
					{x: x - 6 + 4 * (h.d || 0), y: clip(from), width: 12, height: Math.max(2, clip(to) - clip(from)), rx: 3}, color(h.l)));
			}
			const here = items[current];
			const between = (f, t, name) => {
				const x1 = place[rows[f].l], x2 = place[rows[t].l];
				if (!x1 || !x2 || x1 === x2 || !open(f) || !open(t) || !seen(y(f), y(t))) return;
				const touches = f === here.from || t === here.from;
				arrow(svg, x1, y(f), x2, y(t), name + (!touches && name !== "decides" && name !== "race" && itemOf[t] - itemOf[f] > 8 ? " faint" : ""));
			};
			for (const p of data.pairs) between(p[0], p[1], "decides");
			const pairs = new Set(data.pairs.map(String));
			for (const w of data.arrows) if (!pairs.has([w.f, w.t].toString())) between(w.f, w.t, w.k);
			for (let i = a; i < b; i++) {
				if (items[i].fold || items[i].none) continue;
				const r = rows[items[i].from], at = (i - a + 0.5) * height;
				if (r.p && place[r.l] && place[r.p]) {
					const receives = r.op.includes("receive");
					arrow(svg, place[receives ? r.p : r.l], at, place[receives ? r.l : r.p], at, "message");
				}
				for (const l of [r.p, r.l]) {
					if (l && place[l]) svg.append(shape("circle", "dot" + (r.d ? " decides" : "") + (r.k ? " " + r.k : ""), {cx: place[l], cy: at, r: 5.5}, color(l)));
				}
			}
			return svg;
		}

		// next is the first row of a lane after a row, if there is one.
		function next(lane, row) {
			const mine = used[lane - 1];
			let low = 0, high = mine.length;
			while (low < high) {
				const mid = (low + high) >> 1;
				if (mine[mid] <= row) low = mid + 1; else high = mid;
			}
			return mine[low];
		}

		// tell says what the current row does.
		function tell() {
			const item = items[current], r = rows[item.to], now = byId("now");
			if (item.none) return now.replaceChildren();
			const head = make("div", "head"), what = make("div");
			const kind = {race: "Access of the race", wait: "At the end"}[r.k] || "Step " + r.n;
			const g = make("span", "path", pathOf(r.l));
			g.style.color = color(r.l);
			if (item.fold) {
				head.append(folded(item));
				return now.replaceChildren(head, make("div", "dim", "Folded. Enter in the list, or a click, unfolds them."));
			}
			head.append(kind + ": ", g, " " + lanes[r.l - 1].name);
			if (r.d) head.append(make("span", "tag", "decides"));
			what.append(make("b", "", r.op), nameOf(r) ? " " + nameOf(r) + (r.as && r.o ? " (" + data.objects[r.o - 1].object + ")" : "") : "");
			if (r.v) what.append(" ", make("span", "value", valueText(item.to)));
			const parts = [head, what];
			for (const p of data.pairs) {
				if (p[0] === item.to) parts.push(make("div", "dim", "It must come before " + (rows[p[1]].n ? "step " + rows[p[1]].n : "what " + pathOf(rows[p[1]].l) + " waits for") + " for the failure."));
				if (p[1] === item.to) parts.push(make("div", "dim", "It must come after step " + rows[p[0]].n + " for the failure."));
			}
			if (r.p) parts.push(make("div", "dim", "with " + pathOf(r.p) + " at " + position(user(r.ps))));
			const frames = r.s ? data.stacks[r.s - 1] : [];
			const shown = frames.filter((f) => f.f >= 0);
			for (const f of (shown.length ? shown : frames).slice(0, 3)) parts.push(make("div", "stack", position(f) + "  " + f.fn));
			if (frames.length > Math.min(3, shown.length)) {
				const more = make("details");
				more.append(make("summary", "", "whole stack"));
				for (const f of frames) more.append(make("div", "stack", position(f) + "  " + f.fn));
				parts.push(more);
			}
			now.replaceChildren(...parts);
		}

		// valueText says what a row reads or writes. The value is that after the operation.
		function valueText(at) {
			const r = rows[at];
			if (r.k) return r.v;
			if (r.op === "Load" || r.op === "read" || r.op === "len") return "reads " + r.v;
			for (let i = at - 1; i >= 0 && r.o; i--) {
				if (rows[i].o === r.o && rows[i].v && !rows[i].k) return rows[i].v === r.v ? "stays " + r.v : rows[i].v + " → " + r.v;
			}
			return "= " + r.v;
		}

		// state says where each goroutine is after the current row, and what each object is.
		function state() {
			const at = items[current].to, goroutines = make("ul"), objects = make("ul");
			for (const l of shownLanes.slice(0, 60)) {
				const li = make("li"), b = make("b", "", pathOf(l)), n = next(l, at), text = make("span");
				b.style.color = color(l);
				if (lanes[l - 1].start > at + 1) text.append(make("span", "dim", "not started"));
				else if (n === undefined) text.append(rows[used[l - 1][used[l - 1].length - 1]].k === "wait" ? make("span", "stuck", "blocked for ever") : make("span", "dim", data.cut ? "goes on" : lanes[l - 1].state || "finished"));
				else if (rows[n].k === "wait") text.append(make("span", "stuck", rows[n].op + " " + nameOf(rows[n])));
				else text.append(rows[n].l === l ? rows[n].op + " " + nameOf(rows[n]) : "meets " + pathOf(rows[n].l), make("span", "dim", " next"));
				if (rows[at].l === l || rows[at].p === l) li.className = "changed";
				li.append(b, text);
				goroutines.append(li);
			}
			const values = new Map();
			for (let i = 0; i <= at; i++) {
				const r = rows[i];
				if (!r.o || r.k) continue;
				if (r.v) values.set(r.o, "= " + r.v);
				else if (r.op === "close") values.set(r.o, "closed");
			}
			for (const h of data.bars) {
				if (h.f <= at && at < h.t) values.set(h.o, (values.get(h.o) || "").startsWith("held") ? values.get(h.o) + ", " + pathOf(h.l) : "held by " + pathOf(h.l));
				else if (h.t <= at && !values.has(h.o)) values.set(h.o, "free");
			}
			for (const [o, value] of values) {
				const li = make("li"), name = make("span", "", data.objects[o - 1].object + (data.objects[o - 1].name ? " (" + data.objects[o - 1].name + ")" : ""));
				if (rows[at].o === o) li.className = "changed";
				li.append(make("b", "", value), name);
				objects.append(li);
			}
			const left = make("div"), right = make("div");
			left.append(make("h3", "", "Goroutines after it"), goroutines);
			right.append(make("h3", "", "Objects after it"), objects);
			byId("state").replaceChildren(left, ...(values.size ? [right] : []));
		}

		// show shows the source at a frame, with the lines where the goroutines are.
		let shownFile = -1, marked = [];
		function show(frame, c) {
			const pane = byId("source");
			if (!frame || frame.f < 0) {
				shownFile = -1;
				pane.replaceChildren(make("div", "file", position(frame) || "No source"));
				return;
			}
			if (shownFile !== frame.f) {
				shownFile = frame.f;
				marked = [];
				const code = make("div", "code"), file = data.files[frame.f];
				file.chunks.forEach((chunk, k) => {
					if (k > 0) code.append(make("div", "cut", "⋯"));
					chunk.lines.forEach((text, i) => {
						const ln = make("div", "ln");
						ln.dataset.line = chunk.from + i;
						ln.append(make("em"), make("i", "", chunk.from + i), make("span", "", text));
						code.append(ln);
					});
				});
				pane.replaceChildren(make("div", "file", file.name), code);
			}
			for (const ln of marked) {
				ln.classList.remove("here", "other", "fails");
				ln.firstChild.replaceChildren();
			}
			marked = [];
			const at = items[current].to;
			const mark = (f, l, name) => {
				const ln = f && f.f === frame.f && pane.querySelector('.ln[data-line="' + f.l + '"]');
				if (!ln) return null;
				if (name === "fails") ln.firstChild.append(make("span", "stuck", "✗ "));
				marked.push(ln);
				ln.classList.add(name);
				if (l && ln.firstChild.textContent.length < 16) {
					const em = make("span", "", (ln.firstChild.textContent ? " " : "") + pathOf(l));
					em.style.color = color(l);
					ln.firstChild.append(em);
				}
				return ln;
			};
			const r = rows[at];
			mark(user(data.fails), 0, "fails");
			const here = mark(frame, c || 0, "here");
			for (const l of shownLanes) {
				const n = next(l, at);
				if (l === r.l || l === r.p || n === undefined || lanes[l - 1].start > at + 1) continue;
				mark(user(rows[n].l === l ? rows[n].s : rows[n].ps), l, "other");
			}
			if (r.p) mark(user(r.ps), r.p, "other");
			if (here) {
				here.style.setProperty("--c", c ? color(c) : "var(--accent)");
				pane.scrollTop = here.offsetTop - pane.clientHeight / 2;
				pane.scrollLeft = 0;
			}
		}

		// go makes an item the current one.
		function go(i, scroll) {
			current = Math.max(0, Math.min(items.length - 1, i));
			if (scroll !== false) {
				const top = current * height, room = list.clientHeight - heads.offsetHeight;
				if (top < list.scrollTop + height) list.scrollTop = top - 2 * height;
				else if (top + 2 * height > list.scrollTop + room) list.scrollTop = top + 3 * height - room;
			}
			draw();
			tell();
			state();
			const r = rows[items[current].to];
			if (!items[current].none) show(user(r.s), r.l);
			byId("previous").disabled = byId("first").disabled = current === 0;
			byId("next").disabled = byId("last").disabled = current === items.length - 1;
			if (me.other && items[current].to < me.apart) me.other.follow(items[current].to);
			if (r.n && !main) try { history.replaceState(null, "", "#step-" + r.n); } catch (e) { /* of a page that has no address */ }
		}

		// goRow makes a row the current one, and unfolds it or shows its lane if need be.
		function goRow(row) {
			const r = rows[row];
			if (!wanted(r)) {
				onlyObject = 0;
				byId("object").value = "0";
				hidden.delete(r.l);
				chips();
			}
			arrange();
			if (items[itemOf[row]].fold) {
				unfolded.add(items[itemOf[row]].group);
				arrange();
			}
			measure();
			go(itemOf[row]);
		}

		function find(step, good) {
			for (let i = current + step; i >= 0 && i < items.length; i += step) {
				if (!items[i].fold && good(rows[items[i].from])) return go(i);
			}
		}
		const nextDeciding = (step) => find(step, (r) => r.d || r.k === "race");
		function sameLane(step) {
			const lane = rows[items[current].to].l;
			find(step, (r) => r.l === lane || r.p === lane);
		}

		function fold() {
			const item = items[current];
			if (item.group < 0 || showAll) return;
			if (!unfolded.delete(item.group)) unfolded.add(item.group);
			again();
		}
		function toggleAll() {
			showAll = !showAll;
			unfolded.clear();
			byId("all").setAttribute("aria-pressed", showAll);
			again();
		}
		function again() {
			arrange();
			measure();
			count();
			go(current);
		}
		function count() {
			const steps = data.steps || rows.filter((r) => r.n).length, shown = items.filter((i) => !i.fold && !i.none && rows[i.from].n).length;
			byId("count").textContent = shown === steps ? plural(steps, "step") : shown + " of " + plural(steps, "step") + " shown";
		}

		// chips are the buttons that hide and show goroutines.
		function chips() {
			const box = byId("lanes"), all = lanes.map((_, i) => i + 1).filter((l) => used[l - 1].length > 0);
			const focused = document.activeElement && document.activeElement.dataset.lane;
			const chip = (text, on, title, lane, act) => {
				const b = make("button", "", text);
				b.setAttribute("aria-pressed", on);
				b.dataset.lane = lane;
				b.title = title;
				b.style.setProperty("--c", lane ? color(lane) : "var(--line)");
				b.addEventListener("click", () => { act(); chips(); again(); });
				return b;
			};
			const buttons = [];
			if (all.length > 3) buttons.push(chip("all", hidden.size === 0, "Show all goroutines, or none", 0, () => {
				if (hidden.size > 0) hidden.clear(); else all.forEach((l) => hidden.add(l));
			}));
			for (const l of all) {
				buttons.push(chip(pathOf(l), !hidden.has(l), lanes[l - 1].name, l, () => { if (!hidden.delete(l)) hidden.add(l); }));
			}
			box.replaceChildren(...(all.length > 1 ? buttons : []));
			const same = focused && box.querySelector('[data-lane="' + focused + '"]');
			if (same) same.focus();
		}

		function key(e) {
			if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
			const page = Math.max(1, Math.floor(list.clientHeight / height) - 2), inList = e.target === list;
			const act = {
				j: () => go(current + 1), k: () => go(current - 1), d: () => nextDeciding(1), D: () => nextDeciding(-1),
				g: () => sameLane(1), G: () => sameLane(-1), e: toggleAll, "?": () => byId("help").click(),
			}[e.key] || inList && {
				ArrowDown: () => go(current + 1), ArrowUp: () => go(current - 1), PageDown: () => go(current + page), PageUp: () => go(current - page),
				Home: () => go(0), End: () => go(items.length - 1), Enter: fold,
			}[e.key];
			if (!act) return;
			e.preventDefault();
			act();
		}

		// at shows a line that the text names, if its source is here.
		function links() {
			for (const a of document.querySelectorAll("a[data-at]")) {
				const m = /^(.*):(\d+)$/.exec(a.dataset.at), f = m ? data.files.findIndex((f) => f.name === m[1]) : -1;
				if (f < 0 || lineOf({f: f, l: +m[2]}) === "") continue;
				a.href = "#source";
				a.addEventListener("click", () => show({f: f, l: +m[2]}));
			}
			for (const a of document.querySelectorAll("a[data-step]")) {
				a.addEventListener("click", (e) => {
					if (!rowOfStep.has(+a.dataset.step)) return;
					e.preventDefault();
					goRow(rowOfStep.get(+a.dataset.step));
					list.scrollIntoView({block: "nearest"});
					list.focus({preventScroll: true});
				});
			}
		}

		const on = (id, act) => byId(id).addEventListener("click", act);
		on("first", () => go(0));
		on("previous", () => go(current - 1));
		on("next", () => go(current + 1));
		on("last", () => go(items.length - 1));
		on("nextdeciding", () => nextDeciding(1));
		on("all", toggleAll);
		on("help", () => {
			byId("keys").hidden = !byId("keys").hidden;
			byId("help").setAttribute("aria-expanded", !byId("keys").hidden);
		});
		if (!deciding.includes(true) && !rows.some((r) => r.k === "race")) byId("nextdeciding").hidden = true;
		if (!rows.some((r) => r.f)) byId("all").hidden = true;
		const objects = new Set(rows.map((r) => r.o || 0));
		for (const o of data.objects.keys()) if (objects.has(o + 1)) {
			const option = make("option", "", objectText(o + 1));
			option.value = o + 1;
			byId("object").append(option);
		}
		const kinds = new Set(data.arrows.map((w) => w.k).concat(rows.map((r) => r.p ? "message" : r.k), data.bars.length ? ["bar"] : [], data.pairs.length ? ["decides"] : []));
		for (const e of byId("legend").children) e.hidden = !e.dataset.kinds.split(" ").some((k) => kinds.has(k));
		byId("object").addEventListener("change", (e) => { onlyObject = +e.target.value; again(); });
		sizer.addEventListener("click", (e) => {
			const e2 = e.target.closest(".row");
			if (!e2) return;
			go(+e2.id.slice(prefix.length + 4), false);
			if (items[current].fold) fold();
		});
		me.key = key;
		let asked = false;
		list.addEventListener("scroll", () => {
			if (!asked) requestAnimationFrame(() => { asked = false; draw(); });
			asked = true;
		});
		addEventListener("resize", () => { measure(); draw(); });
		const mostPrinted = 300; // items
		addEventListener("beforeprint", () => {
			const most = Math.min(items.length, mostPrinted);
			above = Math.max(0, Math.min(current - 20, items.length - most));
			sizer.style.height = most * height + "px";
			drawn = null;
			draw([above, above + most]);
			if (most < items.length) byId("count").textContent += ", " + most + " lines printed";
		});
		addEventListener("afterprint", () => {
			above = 0;
			measure();
			count();
			draw();
		});

		// follow makes a row the current one that both executions begin with; the other one does not follow in turn.
		me.follow = (row) => {
			if (me.element.hidden || !(itemOf[row] >= 0) || itemOf[row] === current) return;
			const other = me.other;
			me.other = null;
			go(itemOf[row]);
			me.other = other;
		};
		me.row = () => items[current].to;
		me.again = () => { measure(); draw(); };

		arrange();
		chips();
		measure();
		count();
		if (main) {
			go(0);
			return me;
		}
		links();
		const named = /^#step-(\d+)$/.exec(location.hash);
		const begin = rows.findIndex((r) => r.d || r.k === "race");
		if (named && rowOfStep.has(+named[1])) goRow(rowOfStep.get(+named[1]));
		else go(begin < 0 ? 0 : itemOf[begin]);
		if (begin < 0 && !named && data.fails) show(user(data.fails));
		return me;
	}

	// apart is the first row in which two executions differ.
	function apart(a, b) {
		const text = (d, i) => d.rows[i] && [d.lanes[d.rows[i].l - 1].path, d.rows[i].op, d.rows[i].as, d.rows[i].v].join();
		let i = 0;
		while (i < a.rows.length && i < b.rows.length && text(a, i) === text(b, i)) i++;
		return i;
	}

	const all = JSON.parse(document.getElementById("data").textContent);
	if (all.rows.length === 0) return;
	const first = view(all, "", null);
	let second = null, active = first; // active is the view that keys go to
	if (all.passing) {
		const button = document.getElementById("compare"), views = document.getElementById("views");
		button.hidden = false;
		button.addEventListener("click", () => {
			if (!second) {
				document.getElementById("p-steps").hidden = false; // it is measured
				second = view(all.passing, "p-", first);
				first.apart = second.apart = apart(all, all.passing);
				first.other = second;
				second.other = first;
			} else {
				second.element.hidden = !second.element.hidden;
			}
			views.classList.toggle("both", !second.element.hidden);
			button.setAttribute("aria-pressed", !second.element.hidden);
			active = first;
			first.again();
			second.again();
			second.follow(Math.min(first.row(), first.apart));
		});
	}
	for (const name of ["focusin", "pointerdown"]) {
		document.addEventListener(name, (e) => {
			if (second && second.element.contains(e.target)) active = second;
			else if (first.element.contains(e.target)) active = first;
		});
	}
	document.addEventListener("keydown", (e) => active.key(e));
})();
