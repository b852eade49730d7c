"""STG-LAU to STG-DMG: launching, homing, mines, decoys, damage."""
