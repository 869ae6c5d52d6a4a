import { createContext, useContext } from 'react';
import type { Program } from '#shared/catalog/programs.ts';

export type ProgramNames = Readonly<Record<Program, string>>;

export const ProgramNamesContext = createContext<ProgramNames | null>(null);

/** @throws outside an island whose page passes the names */
export function useProgramNames(): ProgramNames {
  const names = useContext(ProgramNamesContext);
  if (names === null) throw new Error('useProgramNames needs an island with programNames');
  return names;
}

type NamedAccount = { readonly program: Program; readonly size: string; readonly platformAccountId: string };

/** Names an account by its program, size and number: `Classic 50K, TM-1001`. */
export function useAccountName(): (account: NamedAccount) => string {
  const names = useProgramNames();
  return ({ program, size, platformAccountId }) => `${names[program]} ${size}, ${platformAccountId}`;
}
