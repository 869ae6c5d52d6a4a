"""Gives the kerning of a variable font one value for all weights, in steps of a hundredth of an em.

Kerning that varies with the weight is a third of the font's file, for differences that nobody sees.
"""

import sys
from fontTools.ttLib import TTFont
from fontTools.varLib.varStore import VarStoreInstancer

# Weight 500 on the axis from 400 to 700.
middle = {"wght": 0.33}
font = TTFont(sys.argv[1])
definitions = font["GDEF"].table
variations = VarStoreInstancer(definitions.VarStore, font["fvar"].axes, middle)


def flatten(value):
    device = value.__dict__.pop("XAdvDevice", None)
    change = variations[(device.StartSize << 16) + device.EndSize] if device else 0
    value.XAdvance = round((getattr(value, "XAdvance", 0) + change) / 10) * 10


for lookup in font["GPOS"].table.LookupList.Lookup:
    for table in (extension.ExtSubTable for extension in lookup.SubTable):
        pairs = [pair for first in getattr(table, "PairSet", []) for pair in first.PairValueRecord]
        classes = [pair for first in getattr(table, "Class1Record", []) for pair in first.Class2Record]
        for pair in pairs + classes:
            flatten(pair.Value1)
        table.ValueFormat1 = 4
definitions.VarStore, definitions.Version = None, 0x00010002
font.save(sys.argv[1])
