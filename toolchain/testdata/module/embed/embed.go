package embed

import _ "embed"

//go:embed testdata/greeting.txt
var Greeting string
