import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listUnconfirmedHours, readCalendar } from '#content/calendar.ts';
import { getCatalog } from '#content/catalog.ts';
import { readEconomics } from '#content/economics.ts';
import { lintSite } from '#content/lint.ts';
import { lintAnchors } from '#content/lint-anchors.ts';
import { lintData } from '#content/lint-data.ts';
import { lintEconomics } from '#content/lint-economics.ts';
import { lintFigures } from '#content/lint-figures.ts';
import { lintProofs, proofsFile, recordProofs } from '#content/lint-proofs.ts';
import { lintComing, lintReviews, lintScheduled, lintUpdated } from '#content/lint-review.ts';
import { lintTexts } from '#content/lint-texts.ts';
import { lintVendors } from '#content/lint-vendors.ts';
import { agreedTextsFile, lintVersions, recordVersions } from '#content/lint-versions.ts';
import { createTemplateVariables } from '#content/template-variables.ts';
import { type Tree, toWarnings } from '#content/work-tree.ts';
import { defaultLocale } from '#i18n/locales.ts';
import { readGitMtimes } from './git-mtimes.ts';

/**
 * Lists what editors should fix: fields, images, translations, links, UI strings. Exits with 1 if there is an error.
 * With --errors, lists errors only. With --record, first writes down what new versions of texts that people accept say, and
 * what proves sentences as it is now.
 */
const mtimes = readGitMtimes();
const tree: Tree = {
  list: (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(folder, file)).isFile())
      .map((file) => file.replaceAll('\\', '/')),
  read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
  changedAt: (file) => mtimes.get(file),
};

const variables = () => createTemplateVariables(getCatalog(), defaultLocale);

if (process.argv.includes('--record')) {
  writeFileSync(agreedTextsFile, recordVersions(tree, variables()));
  writeFileSync(proofsFile, recordProofs(tree));
}

const isBuild = process.argv.includes('--errors');

const dataFindings = lintData();
// Texts quote the data, so they can only be checked once the data is valid.
const found =
  dataFindings.length > 0
    ? dataFindings
    : [
        ...lintTexts(tree),
        ...lintSite(tree),
        ...lintAnchors(tree),
        ...lintVersions(tree, variables()),
        // A build may be made where the tests aren’t.
        ...(isBuild ? [] : lintProofs(tree)),
        ...lintFigures(tree, getCatalog()),
        ...lintEconomics(getCatalog(), readEconomics()),
        ...lintReviews(tree, new Date()),
        ...lintComing(tree, new Date()),
        ...lintScheduled(tree, new Date()),
        ...lintUpdated(tree, new Date()),
        // Warnings only, so that the build stays possible.
        ...toWarnings(listUnconfirmedHours(readCalendar(), new Date())),
        ...lintVendors(tree, new Date()),
      ];
// Two checks may read the same broken file.
const findings = [...new Map(found.map((finding) => [finding.text, finding])).values()];
const errors = findings.filter(({ kind }) => kind === 'error');
for (const { kind, text } of isBuild ? errors : findings) console.log(`${kind}: ${text}`);
if (!isBuild) console.log(`${errors.length} errors, ${findings.length - errors.length} warnings`);
process.exitCode = errors.length > 0 ? 1 : 0;
