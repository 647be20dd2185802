package result

import "testing"

func TestSurvey(t *testing.T) {
	locks := map[string]int{"Lock mutex": 2, "Unlock mutex": 2, "Load": 1}
	for _, test := range []struct {
		survey *Survey
		want   string
	}{
		{NewSurvey(1, 0, locks, false), "seen: goroutines: 1; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 0; no second goroutine has an operation whose order is explored"},
		{NewSurvey(2, 0, nil, false), "seen: goroutines: 2; operations: ; races: 0; no two goroutines have operations whose order matters"},
		{NewSurvey(2, 3, map[string]int{"Lock mutex": 4}, true), "seen: goroutines: 2; operations: 4 Lock mutex; races: 3, all at one lock"},
		{NewSurvey(1, 0, nil, false).add(NewSurvey(2, 3, locks, true)), "seen: goroutines: 2; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 3, all at one lock"},
		{NewSurvey(2, 1, locks, true).add(NewSurvey(3, 1, nil, false)), "seen: goroutines: 2; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 2"},
		{(*Survey)(nil).add(NewSurvey(2, 1, nil, false)), "seen: goroutines: 2; operations: ; races: 1"},
	} {
		if got := test.survey.String(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
