import type { Json, Moment } from './columns.ts';

export type AuditTable = {
  id: string;
  at: Moment;
  /** person:<id>, system, provider:<name> */
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  details: Json<object>;
};

/** An entry's place in the log: its hash covers the entry and the link before it. `erasable` entries may be deleted. */
export type AuditLinkTable = {
  number: number;
  audit_id: string;
  at: Moment;
  erasable: boolean;
  content_hash: string;
  hash: string;
};
