package result

// StoppedExit is the exit status of a test binary that gave itself up after the done message of a test that hangs where the
// engine has no control. The tests after it are still to be explored.
const StoppedExit = 97
