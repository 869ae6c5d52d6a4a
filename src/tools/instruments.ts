import { readFileSync, writeFileSync } from 'node:fs';
import { compileInstruments, readInstruments } from '../content/instruments.ts';

/**
 * Regenerates the engine's and file bridge's modules from content/catalog/instruments.yaml; unchanged files are kept.
 */
for (const [file, text] of Object.entries(compileInstruments(readInstruments()))) {
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
