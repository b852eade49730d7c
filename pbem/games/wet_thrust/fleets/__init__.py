"""Vessels as a campaign holds them between battles (WT-24): sheets in boxes, deployment, what became of them, deeds."""
