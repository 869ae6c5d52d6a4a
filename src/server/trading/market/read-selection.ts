import { type Deps, invalid } from '#server/core/deps.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { maxStreamedContracts } from '#shared/trading/contract-market.ts';
import { findContract } from '#shared/trading/market/contracts.ts';
import type { ContractSelection } from './encode-frames.ts';

/** @throws {ServiceError} 422 for an unlisted contract, and for more than eight contracts */
export function readSelection(deps: Pick<Deps, 'clock'>, text: string): ContractSelection {
  const names = [...new Set(text.split(','))].sort();
  if (names.length > maxStreamedContracts) throw invalid({ contracts: ['too_long'] });
  const contracts = new Map(names.map((name) => [name, getContract(deps, name, 'contracts')]));
  return { key: names.join(','), contracts };
}

/** @throws {ServiceError} 422 that names the field if the contract isn't listed */
export function getContract(deps: Pick<Deps, 'clock'>, name: string, field: string): Contract {
  const contract = findContract(name, deps.clock().getTime());
  if (!contract) throw invalid({ [field]: ['invalid'] });
  return contract;
}
