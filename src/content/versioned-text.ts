import { parse } from 'yaml';
import { splitFrontMatter } from './split-front-matter.ts';

/** Texts that people accept: their consents store the version. */
export const isVersionedText = (file: string): boolean => /^content\/(legal|agreements)\/.*\.md$/.test(file);

function readVersioned(source: string): { readonly version: unknown; readonly wording: string } {
  const { head, body } = splitFrontMatter(source) ?? { head: '', body: source };
  const { version, effectiveFrom: _, ...fields } = (parse(head) ?? {}) as Record<string, unknown>;
  return { version, wording: JSON.stringify([fields, body.trim()]) };
}

/** The version of a text that people accept and the day it takes effect, such as `1.0 of 2026-12-01`. */
export function readVersion(source: string): string {
  const fields = (parse(splitFrontMatter(source)?.head ?? '', { schema: 'failsafe' }) ?? {}) as Record<string, unknown>;
  return `${fields.version} of ${fields.effectiveFrom}`;
}

/** Whether a text says something else than before under the same version, so that a consent no longer shows to what. */
export function needsNewVersion(before: string, after: string): boolean {
  const [old, current] = [readVersioned(before), readVersioned(after)];
  return old.version === current.version && old.wording !== current.wording;
}
