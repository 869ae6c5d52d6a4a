import { atom, computed } from 'nanostores';
import { $accounts, type Account } from '#app/accounts/stores/accounts.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { type Contract, type ContractMonth, contractName, frontMonthOf } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { findContract } from '#shared/trading/market/contracts.ts';

export const $tradedAccountId = atom<string | null>(null);

export const $contract = atom<Contract>({ instrument: 'ES', month: frontMonthOf('ES', Date.now()) });

/**
 * Accounts offered in the terminal: open ones on the simulated platform, and the chosen one even after it has ended.
 */
export const $offeredAccounts = computed([$accounts, $tradedAccountId], ({ data }, chosenId) =>
  (data ?? []).filter(({ id, simulated, stage }) => simulated && (!isOver(stage) || id === chosenId)),
);

export const $tradedAccount = computed(
  [$offeredAccounts, $tradedAccountId],
  (accounts, chosenId) => accounts.find(({ id }) => id === chosenId) ?? null,
);

export function findTradedAccount(): Account | null {
  return $tradedAccount.get();
}

type NamedContract = { readonly instrument: InstrumentCode; readonly month: string };

/** The contract of an order or a position; the server has checked its month. */
export function contractOf({ instrument, month }: NamedContract): Contract {
  return { instrument, month: month as ContractMonth };
}

/** Whether an order or a position, as named by the API, belongs to a contract. */
export function isOfContract({ instrument, month }: NamedContract, contract: Contract): boolean {
  return instrument === contract.instrument && month === contract.month;
}

let namedId: string | undefined;
let isContractNamed = false;

/** Restores account and contract from the address, so that a link or a reload shows the same ones. */
export function readTerminalAddress(): void {
  const { account, contract = '' } = currentQuery();
  namedId = account;
  const found = findContract(contract, Date.now());
  isContractNamed = found !== null;
  if (found) $contract.set(found);
}

/** If the address names no contract, shows one that the account holds. */
export function showHeldContract(positions: readonly NamedContract[]): void {
  const [first] = positions;
  if (isContractNamed || first === undefined) return;
  if (!positions.some((each) => isOfContract(each, $contract.get()))) $contract.set(contractOf(first));
}

/** Chooses the account in the address, even if it has ended, or else the first open one. */
export function chooseFirstAccount(): void {
  const state = $accounts.get();
  if (state.status !== 'ready' || $tradedAccountId.get() !== null) return;
  const simulated = state.data.filter((account) => account.simulated);
  const first = simulated.find(({ id }) => id === namedId) ?? simulated.find(({ stage }) => !isOver(stage));
  if (first !== undefined) $tradedAccountId.set(first.id);
}

export function chooseAccount(id: string): void {
  $tradedAccountId.set(id);
  writeAddress();
}

export function chooseContract(contract: Contract): void {
  isContractNamed = true;
  $contract.set(contract);
  writeAddress();
}

function writeAddress(): void {
  const { instrument, month } = $contract.get();
  const query = new URLSearchParams({ contract: contractName(instrument, month) });
  const account = $tradedAccountId.get();
  if (account !== null) query.set('account', account);
  const { pathname, hash } = globalThis.location;
  globalThis.history.replaceState(null, '', `${pathname}?${query}${hash}`);
}
