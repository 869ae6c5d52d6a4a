import { parse } from 'yaml';
import { splitFrontMatter } from './split-front-matter.ts';

/** Texts that people accept: their consents store the version. */
export const isVersionedText = (file: string): boolean => /^content\/(legal|agreements)\/.*\.md$/.test(file);

function readVersioned(source: string): { readonly version: unknown; readonly wording: string } {
  const { head, body } = splitFrontMatter(source) ?? { head: '', body: source };
  const { version, effectiveFrom: _, ...fields } = (parse(head) ?? {}) as Record<string, unknown>;
  return { version, wording: JSON.stringify([fields, body.trim()]) };
}

/** A text's version, and everything else that it says, whatever its day and its line ends. */
export function readVersionedText(source: string): { readonly version: string; readonly wording: string } {
  const { version, wording } = readVersioned(source);
  return { version: String(version), wording };
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

/** The name of a text's coming version, beside the one in force: `terms.next`. */
export const comingName = (slug: string): string => `${slug}.next`;

type Dated = { readonly version: string; readonly effectiveFrom: Date };

/** Which of two versions is in force at a time, and the coming one, if its day hasn't come. */
export function findInForce<Text extends Dated>(
  current: Text,
  next: Text | undefined,
  at: Date,
): { readonly inForce: Text; readonly coming: Text | undefined } {
  const hasCome = next !== undefined && next.effectiveFrom.getTime() <= at.getTime();
  return hasCome ? { inForce: next, coming: undefined } : { inForce: current, coming: next };
}

/** Version and day of a text's front matter. @throws if one is missing */
export function readDated(source: string, file: string): Dated {
  const head = splitFrontMatter(source)?.head ?? '';
  const { version, effectiveFrom } = (parse(head) ?? {}) as Record<string, unknown>;
  const day = new Date(String(effectiveFrom));
  if (typeof version !== 'string' || Number.isNaN(day.getTime()))
    throw new Error(`${file}: the front matter has no version or effectiveFrom`);
  return { version, effectiveFrom: day };
}
