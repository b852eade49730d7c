"""STG-POW, STG-SCN, STG-NAV, STG-COM, STG-REP: power, scanning, sonar, messages, repair."""
