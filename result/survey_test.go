package result

import "testing"

func TestSurvey(t *testing.T) {
	locks := map[string]int{"Lock mutex": 2, "Unlock mutex": 2, "Load": 1}
	for _, test := range []struct {
		survey *Survey
		want   string
	}{
		{NewSurvey(1, 0, locks, NoOneLock), "seen: goroutines: 1; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 0; no second goroutine has an operation whose order is explored"},
		{NewSurvey(2, 0, nil, NoOneLock), "seen: goroutines: 2; operations: ; races: 0; no two goroutines have operations whose order matters"},
		{NewSurvey(2, 3, map[string]int{"Lock mutex": 4}, OneLock), "seen: goroutines: 2; operations: 4 Lock mutex; races: 3, all at one lock"},
		{NewSurvey(2, 3, map[string]int{"Lock mutex": 2, "Load": 2}, WithinOneLock), "seen: goroutines: 2; operations: 2 Load, 2 Lock mutex; races: 3, all at one lock; " +
			"one lock is held during all operations, so only the order of its critical sections was explored"},
		{NewSurvey(2, 3, locks, WithinOneLock).add(NewSurvey(2, 3, nil, OneLock)), "seen: goroutines: 2; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 6, all at one lock"},
		{NewSurvey(1, 0, nil, NoOneLock).add(NewSurvey(2, 3, locks, OneLock)), "seen: goroutines: 2; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 3, all at one lock"},
		{NewSurvey(2, 1, locks, OneLock).add(NewSurvey(3, 1, nil, NoOneLock)), "seen: goroutines: 2; operations: 2 Lock mutex, 2 Unlock mutex, 1 Load; races: 2"},
		{(*Survey)(nil).add(NewSurvey(2, 1, nil, NoOneLock)), "seen: goroutines: 2; operations: ; races: 1"},
	} {
		if got := test.survey.String(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestNote(t *testing.T) {
	for _, test := range []struct {
		survey       *Survey
		exempt, want string
	}{
		{nil, "log", ""},
		{NewSurvey(2, 1, nil, OneLock), "log", ""},
		{NewSurvey(1, 0, nil, NoOneLock), "", "nothing to explore: no second goroutine has an operation whose order is explored"},
		{NewSurvey(2, 0, nil, NoOneLock), "log fmt", "nothing to explore: no two goroutines have operations whose order matters; the order of what goroutines do in log fmt is not explored"},
		{NewSurvey(2, 1, nil, WithinOneLock), "log", "little to explore: one lock is held during all operations, so only the order of its critical sections was explored"},
	} {
		if got := test.survey.Note(test.exempt); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
