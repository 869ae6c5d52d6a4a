import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReplayMessage, ReplayTask } from '#app/http/replay-messages.ts';
import { createFillReplay, type FillReplay } from '#app/replay/stores/fill-replay.ts';
import { createWhatIf, maxDays } from '#app/replay/stores/what-if.ts';
import { getCatalog } from '#content/catalog.ts';
import { getExamplePackage, getOffers, programs } from '#content/programs.ts';
import { maxFileBytes } from '#shared/replay/fill-file/fill-file.ts';
import { sampleFile } from '#shared/replay/sample.ts';
import { catchDownloads, until } from '../support.ts';

type Receive = ((event: { readonly data: unknown }) => unknown) | null;

let workers: { isTerminated: boolean }[] = [];
let answersWith: (data: ReplayMessage) => ReplayMessage | 'error' | undefined = (data) => data;

/** Odds take the most time, so only the tests about them draw any. */
let accountsWithOdds = 0;

/** Workers share the test's globals, so they take turns. */
let turn: Promise<unknown> = Promise.resolve();

/** A worker that runs the worker script in this thread; a browser would give it its own globals. */
class Thread {
  onmessage: Receive = null;
  onerror: Receive = null;
  isTerminated = false;

  constructor() {
    workers.push(this);
  }

  postMessage({ sold, ...task }: ReplayTask): void {
    turn = turn.then(() => this.run({ ...task, sold: sold.slice(0, accountsWithOdds) }));
  }

  private async run(task: unknown): Promise<void> {
    await import('#app/http/fill-replay-worker.ts');
    const run = (globalThis as { onmessage?: Receive }).onmessage;
    vi.stubGlobal('postMessage', (data: ReplayMessage) => {
      const answer = answersWith(data);
      if (this.isTerminated || answer === undefined) return;
      if (answer === 'error') this.onerror?.({ data: null });
      else this.onmessage?.({ data: answer });
    });
    await run?.({ data: task });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  workers = [];
  answersWith = (data) => data;
  accountsWithOdds = 0;
  vi.stubGlobal('Worker', Thread);
});

afterEach(() => vi.unstubAllGlobals());

const offers = programs.flatMap((program) => getOffers(program));
const rulesVersion = getCatalog().packages.rulesVersion;
const open = () => createFillReplay({ offers, rulesVersion, preferred: 'classic-50k' });

/** Waits until the replay reaches a step. */
async function at<Step extends ReturnType<FillReplay['$state']['get']>['step']>({ $state }: FillReplay, step: Step) {
  await until(() => $state.get().step === step);
  return $state.get() as Extract<ReturnType<typeof $state.get>, { step: Step }>;
}

const fileOf = (text: string, name = 'fills.csv') => new File([text], name);

/** The sample as a trader's own file, without a time zone. */
const ownFile = () => fileOf(sampleFile().text, 'october.csv');

describe('the replay of a file', () => {
  test('shows every program’s verdict for the sample and says that it is a sample', async () => {
    const replay = open();
    replay.chooseSample();
    expect(replay.$state.get()).toMatchObject({
      step: 'working',
      isSample: true,
      progress: { step: 'reading', rows: 0 },
    });
    const { view, result, unread } = await at(replay, 'done');
    expect(view).toMatchObject({ isSample: true, isShared: false });
    expect(result.offers.map(({ id }) => id)).toEqual(offers.map(({ id }) => id));
    expect(unread).toEqual([]);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });

  test('asks for what the file doesn’t say, and remembers the answer for this file only', async () => {
    const replay = open();
    replay.chooseFile(ownFile());
    const { question, fileName } = await at(replay, 'question');
    expect(fileName).toBe('october.csv');
    expect(question).toMatchObject({ question: 'zone', needsZone: true });
    replay.answer({ zone: sampleFile().zone });
    const done = await at(replay, 'done');
    expect(done.view.isSample).toBe(false);
    replay.chooseFile(ownFile());
    await at(replay, 'question');
    replay.answer({ zone: sampleFile().zone });
    await at(replay, 'done');
    replay.retry();
    await at(replay, 'question');
  });

  test('gives the same verdicts for a file with the sample’s text', async () => {
    const [sample, own] = [open(), open()];
    sample.chooseSample();
    own.chooseFile(ownFile());
    await at(own, 'question');
    own.answer({ zone: sampleFile().zone });
    const verdicts = async (replay: FillReplay) => (await at(replay, 'done')).result.offers;
    expect(await verdicts(own)).toEqual(await verdicts(sample));
  });

  test.each([
    ['an empty file', '', 'empty'],
    ['a picture', '\u0000\u0001\u0002PNG\u0000', 'not-text'],
  ])('of %s says why it can’t be read', async (_, text, reason) => {
    const replay = open();
    replay.chooseFile(fileOf(text));
    expect(await at(replay, 'failed')).toMatchObject({ reason, fileName: 'fills.csv' });
  });

  test('doesn’t start for a file that is too large', () => {
    const replay = open();
    replay.chooseFile(Object.defineProperty(fileOf('x'), 'size', { value: maxFileBytes + 1 }));
    expect(replay.$state.get()).toMatchObject({ step: 'failed', reason: 'too-large' });
    expect(workers).toEqual([]);
  });

  test.each([
    ['the worker dies', 'error' as const],
    ['the file was moved', { type: 'failed' } as const],
  ])('is interrupted when %s, and can be tried again', async (_, end) => {
    answersWith = ({ type }) => (type === 'progress' ? undefined : end);
    const replay = open();
    replay.chooseSample();
    expect(await at(replay, 'failed')).toMatchObject({ reason: 'interrupted', isSample: true });
    answersWith = (data) => data;
    replay.retry();
    await at(replay, 'done');
  });

  test('ends when another file is chosen', async () => {
    const replay = open();
    replay.chooseFile(ownFile());
    replay.chooseSample();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    const { isSample } = await at(replay, 'done');
    expect(isSample).toBe(true);
  });

  test('ends when the person starts over', async () => {
    const replay = open();
    replay.chooseSample();
    replay.startOver();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
    expect(replay.$state.get()).toEqual({ step: 'empty' });
    replay.retry();
    replay.answer({ zone: 'UTC' });
    expect(replay.$state.get()).toEqual({ step: 'empty' });
  });

  test('is saved with its rules and verdicts', async () => {
    const replay = open();
    replay.chooseSample();
    const { result } = await at(replay, 'done');
    const saved = catchDownloads();
    replay.saveResult(result);
    expect(saved.map(({ name }) => name)).toEqual(['tidemark-replay.json']);
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toMatchObject({ rulesVersion });
  });
});

describe('the odds of a file', () => {
  const areOver = ({ $state }: FillReplay) => {
    const state = $state.get();
    return state.step === 'done' && state.drawn.areOddsOver;
  };

  test('come one account after the other, first the page’s own', async () => {
    accountsWithOdds = 2;
    const replay = createFillReplay({ offers, rulesVersion, preferred: 'ascension-50k' });
    replay.chooseSample();
    await at(replay, 'done');
    await until(() => areOver(replay));
    const { drawn, view } = await at(replay, 'done');
    expect(drawn.odds.map(({ id }) => id)).toEqual(['ascension-50k', 'classic-25k']);
    expect(view.offers).toHaveLength(offers.length);
  });

  test('that are interrupted leave the verdicts', async () => {
    accountsWithOdds = 2;
    answersWith = (data) => (data.type === 'odds' ? 'error' : data);
    const replay = open();
    replay.chooseSample();
    await at(replay, 'done');
    await until(() => areOver(replay));
    expect(replay.$state.get()).toMatchObject({ step: 'done', drawn: { odds: [] } });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });

  test('aren’t drawn from too few trades', async () => {
    accountsWithOdds = 2;
    const replay = open();
    const [header = '', ...lines] = sampleFile().text.trimEnd().split('\r\n');
    replay.chooseFile(fileOf([header, ...lines.slice(0, 20)].join('\r\n')));
    await at(replay, 'question');
    replay.answer({ zone: sampleFile().zone });
    await until(() => areOver(replay));
    expect(replay.$state.get()).toMatchObject({
      ...{ step: 'done', drawn: { odds: [], sample: { counts: { trades: 20 } } } },
    });
  });
});

describe('a link to a replay', () => {
  async function shareSample() {
    const replay = open();
    replay.chooseSample();
    const { view } = await at(replay, 'done');
    return { view, fragment: (await replay.share(view)) ?? '' };
  }

  test('shows someone else the same verdicts', async () => {
    const { view, fragment } = await shareSample();
    const theirs = open();
    await theirs.openLink(fragment);
    expect(theirs.$state.get()).toEqual({ step: 'shared', view: { ...view, isShared: true } });
  });

  test('says that it is damaged or for other rules instead of guessing', async () => {
    const { fragment } = await shareSample();
    const replay = open();
    await replay.openLink(`${fragment.slice(0, -5)}aaaaa`);
    expect(replay.$state.get()).toEqual({ step: 'bad-link', reason: 'damaged' });
    const later = createFillReplay({ offers, rulesVersion: 'v9', preferred: 'classic-50k' });
    await later.openLink(fragment);
    expect(later.$state.get()).toEqual({ step: 'bad-link', reason: 'other-rules' });
  });

  test('leaves the page unchanged if its fragment is of another kind', async () => {
    const replay = open();
    replay.chooseSample();
    await at(replay, 'done');
    await replay.openLink('#requirements');
    expect(replay.$state.get().step).toBe('done');
  });
});

const whatIfPrograms = programs.map((id) => ({
  ...{ id, name: id, href: `/${id}` },
  rules: getExamplePackage(id).rules,
}));

describe('drawn days', () => {
  const openDrawing = () => createWhatIf(whatIfPrograms);
  const outcomeOf = ({ $outcomes }: ReturnType<typeof createWhatIf>, id: string) => {
    const found = $outcomes.get().find((each) => each.id === id);
    if (!found) throw new Error(id);
    return found;
  };

  /** Draws a straight day that ends with this result in dollars. */
  function draw(whatIf: ReturnType<typeof createWhatIf>, dollars: number): void {
    for (const index of whatIf.$path.get().keys()) whatIf.setPoint(index, dollars);
  }

  test('start with one that ends $350 up in every program', () => {
    const whatIf = openDrawing();
    expect(whatIf.$outcomes.get().map(({ id, profitCents, days }) => [id, profitCents, days])).toEqual(
      programs.map((id) => [id, 35_000, 1]),
    );
    // $2,000 below the best close of $50,350.
    expect(outcomeOf(whatIf, 'classic')).toMatchObject({ floorCents: 4_835_000, remainingCents: 200_000 });
  });

  test('follow the line: the last point drawn is the day’s result', () => {
    const whatIf = openDrawing();
    draw(whatIf, -500);
    expect(outcomeOf(whatIf, 'classic')).toMatchObject({
      ...{ profitCents: -50_000, floorCents: 4_800_000, remainingCents: 150_000 },
    });
  });

  test('stay once they are closed, and the next one adds to them', () => {
    const whatIf = openDrawing();
    whatIf.nextDay();
    draw(whatIf, 100);
    expect(whatIf.$past.get()).toHaveLength(1);
    expect(outcomeOf(whatIf, 'classic')).toMatchObject({ profitCents: 45_000, days: 2 });
  });

  test('can be drawn beyond every limit, and end when every account has', () => {
    const whatIf = openDrawing();
    draw(whatIf, -whatIf.furthest);
    const breached = whatIf.$outcomes.get().filter(({ state }) => state.status === 'breached');
    expect(breached.map(({ id }) => id)).toContain('classic');
    expect(whatIf.$isOver.get()).toBe(breached.length === programs.length);
    for (let day = 0; day < maxDays + 3; day += 1) whatIf.nextDay();
    expect(whatIf.$isOver.get()).toBe(true);
    expect(whatIf.$past.get().length).toBeLessThan(maxDays);
  });

  test('return to their initial state when the reader starts over', () => {
    const whatIf = openDrawing();
    const before = whatIf.$path.get();
    draw(whatIf, 700);
    whatIf.nextDay();
    whatIf.startOver();
    expect(whatIf.$path.get()).toEqual(before);
    expect(whatIf.$past.get()).toEqual([]);
    expect(whatIf.hourOf(0)).toBe(10);
  });
});
