"""What each event of a log had to be: the act that gives it, done again by the functions that did it."""
