package state

import (
	"heddle/datarace"
	"heddle/model"
	"heddle/sched/object"
)

// Races numbers what the race detector knows, for model.RaceMemory. What the detector knows is not part of a state. But an algorithm that
// gives up an execution in a known state asks what its past means for the accesses ahead. For that, knowers and words need numbers
// that hold for all executions. They are numbered by their origins.
type Races struct {
	detector *datarace.Detector // nil if nothing is detected
	over     func() bool
	objects  *object.Set
	numbers  map[raceName]int32
	knowers  []datarace.Knower // by number: the knower in this execution
	words    []uintptr         // by number: the word in this execution; 0 if it has not been accessed
	read     int               // steps of this execution that have been numbered
	steps    []model.NumberedStep
	known    []datarace.Knower // scratch
}

// A raceName identifies a knower or a word in all executions.
type raceName struct {
	object.Origin
	kind datarace.KnowerKind // Nobody for a word
	n    int32               // the place among the slots of an object or the words of a WaitGroup
}

// Begin makes ready for another execution. Over reports whether it has failed: races that follow from a failure do not count.
func (x *Races) Begin(detector *datarace.Detector, objects *object.Set, over func() bool) {
	x.detector, x.objects, x.over = detector, objects, over
	if detector != nil {
		detector.Record()
	}
	if x.numbers == nil {
		x.numbers = map[raceName]int32{}
	}
	x.read = 0
	clear(x.knowers)
	clear(x.words)
	x.steps = x.steps[:0]
}

// RaceSteps implements model.RaceMemory.
func (x *Races) RaceSteps() []model.NumberedStep {
	if x.detector == nil {
		return nil
	}
	all, marked := x.detector.Steps()
	for _, s := range all[x.read:] {
		n := model.NumberedStep{Kind: s.Kind, To: x.knower(s.To), From: -1, Mask: s.Mask, Write: s.Write, Atomic: s.Atomic}
		switch {
		case s.Kind == model.StepAccess:
			n.Word = x.word(s.Word)
		case s.From.Kind != datarace.Nobody:
			n.From = x.knower(s.From)
		}
		x.steps = append(x.steps, n)
	}
	x.read = len(all)
	return x.steps[marked:]
}

// Ordered implements model.RaceMemory.
func (x *Races) Ordered(a *model.NumberedAccess) bool {
	if x.detector == nil || x.over() || x.words[a.Word] == 0 {
		return true
	}
	x.known = x.known[:0]
	for _, k := range a.Knowers {
		x.known = append(x.known, x.knowers[k])
	}
	return x.detector.Known(x.words[a.Word], a.Mask, a.Write, a.Atomic, x.known)
}

// number returns the number of a name.
func (x *Races) number(name raceName) int32 {
	n, ok := x.numbers[name]
	if !ok {
		n = int32(len(x.numbers))
		x.numbers[name] = n
		x.knowers = append(x.knowers, datarace.Knower{})
		x.words = append(x.words, 0)
	}
	return n
}

func (x *Races) knower(k datarace.Knower) int32 {
	name := raceName{kind: k.Kind}
	switch k.Kind {
	case datarace.ThreadKnower:
		name.Thread = model.Thread(k.N)
	case datarace.ObjectKnower:
		name.Origin = x.objects.OriginOf(k.N)
	case datarace.SlotKnower:
		name.Origin, name.n = x.objects.OriginOfSlot(k.N)
	}
	n := x.number(name)
	x.knowers[n] = k
	return n
}

func (x *Races) word(w uintptr) int32 {
	name := raceName{}
	name.Origin, name.n = x.objects.OriginOfWord(w << 3)
	n := x.number(name)
	x.words[n] = w
	return n
}
