import { requireNode } from './node-version.mjs';

// npm commands install their own newer Node; this one only needs to get that far.
requireNode('20.0');
