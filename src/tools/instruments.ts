import { readFileSync, writeFileSync } from 'node:fs';
import { compileInstruments, readInstruments } from '../content/instruments.ts';

/** Writes what the engine and the file bridge read from content/catalog/instruments.yaml; a file that is right stays. */
for (const [file, text] of Object.entries(compileInstruments(readInstruments()))) {
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
