package record

import (
	"heddle/model"
	"heddle/result"
)

// Survey is what an exploration has seen, in words: how many operations of each kind, in so many threads, how many races, and whether all
// of them are about one lock.
func Survey(operations *[model.NumKinds]int, threads, races int, locks result.Locks) *result.Survey {
	words := map[string]int{}
	for k, n := range operations {
		kind := model.Kind(k)
		if n == 0 || kind == model.Return {
			continue
		}
		name, object := OpNames[k], objectKind(kind)
		if object != "atomic" || kind <= model.CAS {
			name += " " + object
		}
		words[name] += n
	}
	return result.NewSurvey(threads, races, words, locks)
}
