package result

// StoppedExit is the exit status of a test binary that ended itself although some tests may still be unexplored. It
// does so after the "done" message of a test that hangs where the engine has no control, and after a "divided" message.
const StoppedExit = 97
