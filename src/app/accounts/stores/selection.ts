import { atom, computed } from 'nanostores';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { isEnded } from '#shared/accounts/lifecycle.ts';
import { programs } from '#shared/catalog/programs.ts';
import { $accounts, type Account } from './accounts.ts';

/** Account groups for filtering. `ended` holds accounts that ended without a breach. */
const phases = ['evaluation', 'passed', 'funded', 'live', 'suspended', 'breached', 'ended'] as const;

export type StageGroup = (typeof phases)[number];

/** The filter's values; empty text matches everything. */
export type AccountFilter = {
  readonly phase: StageGroup | '';
  readonly program: Account['program'] | '';
  readonly search: string;
};

const emptyFilter: AccountFilter = { phase: '', program: '', search: '' };

export const $filter = atom<AccountFilter>(emptyFilter);
export const $isTable = atom(false);
const $chosenId = atom<string | null>(null);

/** All accounts of the person, empty while loading. */
const $all = computed($accounts, ({ data }) => data ?? []);

export function isFilterActive(filter: AccountFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

export const $visibleAccounts = computed([$all, $filter], (accounts, filter) =>
  accounts.filter((account) => matchesFilter(account, filter)),
);

/** The selected account, or the first match if the filter hides it. */
export const $selected = computed(
  [$visibleAccounts, $chosenId],
  (accounts, id) => accounts.find((account) => account.id === id) ?? accounts[0] ?? null,
);

/** The stages and programs of the person's accounts, so that every filter option matches something. */
export const $filterOptions = computed($all, (accounts) => ({
  phases: phases.filter((phase) => accounts.some((account) => phaseOf(account) === phase)),
  programs: [...new Set(accounts.map(({ program }) => program))].sort(),
}));

function phaseOf({ stage }: Account): StageGroup {
  return isEnded(stage) ? 'ended' : stage;
}

function matchesFilter(account: Account, { phase, program, search }: AccountFilter): boolean {
  if (phase !== '' && phaseOf(account) !== phase) return false;
  if (program !== '' && account.program !== program) return false;
  const { size, platformAccountId, platform, nickname } = account;
  const text = `${account.program} ${size} ${platformAccountId} ${platform} ${nickname ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function findPhase(text: string | undefined): StageGroup | '' {
  return phases.find((phase) => phase === text) ?? '';
}

/**
 * Restores the selection from the address, so that a link or a reload shows the same accounts.
 * @returns the chosen account's id
 */
export function readChoice(): string | null {
  const { account, phase, program, search, view } = currentQuery();
  $filter.set({
    phase: findPhase(phase),
    program: programs.find((each) => each === program) ?? '',
    search: search ?? '',
  });
  $isTable.set(view === 'table' || isFilterActive($filter.get()));
  $chosenId.set(account ?? null);
  return $chosenId.get();
}

/** Updates the address without adding a history entry per keystroke. */
function writeChoice(): void {
  const { phase, program, search } = $filter.get();
  const query = new URLSearchParams();
  const view = $isTable.get() ? 'table' : '';
  for (const [key, value] of Object.entries({ account: $chosenId.get() ?? '', phase, program, search, view })) {
    if (value !== '') query.set(key, value);
  }
  const { pathname, hash } = globalThis.location;
  const text = query.toString();
  globalThis.history.replaceState(null, '', `${pathname}${text && `?${text}`}${hash}`);
}

export function selectAccount(id: string): void {
  $chosenId.set(id);
  writeChoice();
}

export function filterAccounts(change: Partial<AccountFilter>): void {
  $filter.set({ ...$filter.get(), ...change });
  writeChoice();
}

/** Filters belong to the table, so the chips show all accounts again. */
export function showTable(isTable: boolean): void {
  $isTable.set(isTable);
  if (!isTable) $filter.set(emptyFilter);
  writeChoice();
}

export function showAllAccounts(): void {
  filterAccounts(emptyFilter);
}
