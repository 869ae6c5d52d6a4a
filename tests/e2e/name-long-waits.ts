import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** Longer than anything takes that works on an idle machine. */
const saidAfterMs = 5_000;

/** Says what a test waits for, long before that step fails: its line holds what is missing on the screen. */
export default class NameLongWaits implements Reporter {
  private readonly timers = new Map<TestStep, NodeJS.Timeout>();

  onStepBegin({ title }: TestCase, _: TestResult, step: TestStep): void {
    const { category, location } = step;
    if (location === undefined || (category !== 'expect' && category !== 'pw:api')) return;
    const { file, line } = location;
    const say = () => {
      const [code = ''] = readFileSync(file, 'utf8')
        .split('\n')
        .slice(line - 1);
      console.log(`  … “${title}” waits at ${relative('.', file)}:${line}: ${code.trim()}`);
    };
    this.timers.set(step, setTimeout(say, saidAfterMs));
  }

  onStepEnd(_: TestCase, __: TestResult, step: TestStep): void {
    clearTimeout(this.timers.get(step));
    this.timers.delete(step);
  }
}
