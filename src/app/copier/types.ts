import type { CopierAccount } from './stores/copier.ts';

export type NameOf = (account: CopierAccount) => string;
