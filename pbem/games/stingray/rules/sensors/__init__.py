"""STG-SCN, STG-NAV, STG-COM: scanning, sonar, messages."""
