import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sums up the vitest and Playwright reports in a folder; flaky tests passed on a retry. */
export function summarizeTests(folder) {
  const total = { passed: 0, flaky: 0, failed: 0, skipped: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    total.passed += report.numPassedTests ?? report.stats?.expected ?? 0;
    total.flaky += report.stats?.flaky ?? 0;
    total.failed += report.numFailedTests ?? report.stats?.unexpected ?? 0;
    total.skipped += report.numPendingTests ?? report.stats?.skipped ?? 0;
  }
  return total;
}
