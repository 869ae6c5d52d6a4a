import { readCalendar } from './calendar.ts';
import { getCatalog } from './catalog.ts';
import { getBlogCategories, getFaqCategories } from './categories.ts';
import { errorsOf } from './content-error.ts';
import { getSynonyms } from './search-synonyms.ts';
import { getTestimonials } from './testimonials.ts';
import { type LintFinding, toErrors } from './work-tree.ts';

const readers: readonly (() => unknown)[] = [
  getCatalog,
  readCalendar,
  () => getFaqCategories('faq'),
  () => getFaqCategories('thor-faq'),
  getBlogCategories,
  getTestimonials,
  () => getSynonyms('en'),
];

export function lintData(): LintFinding[] {
  return toErrors([...new Set(readers.flatMap(errorsOf))]);
}
