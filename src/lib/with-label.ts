import { findLocaleSettings } from './locale-registry.ts';

/** What separates a label from its value: in French, with a no-break space before the colon. */
export const colonOf = (locale: string) => findLocaleSettings(locale)?.colon ?? ': ';

/** A label and its value on one line: `Total: $149.00`. */
export const withLabel = (label: string, value: string | number, locale: string) => label + colonOf(locale) + value;
