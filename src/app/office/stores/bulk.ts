import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import { type BulkActionName, bulkActions } from '#shared/firm/bulk-actions.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { OfficeListStore } from './list.ts';
import { canCall } from './office.ts';
import type { RowSelection } from './selection.ts';

export type BulkPreview = DataOf<(typeof bulkActions)[BulkActionName]['preview']>;
export function listBulkActions(list: OfficeListName): readonly BulkActionName[] {
  return (Object.keys(bulkActions) as BulkActionName[]).filter(
    (name) => bulkActions[name].list === list && canCall(bulkActions[name].run),
  );
}

type BulkState =
  | { readonly status: 'closed' | 'loading' }
  | {
      readonly status: 'preview' | 'running';
      readonly preview: BulkPreview;
      /** Field → messages in the reader's language, from the server. */
      readonly errors: ValidationErrors;
    }
  | { readonly status: 'done'; readonly outcome: DataOf<(typeof bulkActions)[BulkActionName]['run']> };

/** One action on the selected rows: a preview of exactly what happens, then one run. */
export function createBulk(name: BulkActionName, list: OfficeListStore, selection: RowSelection) {
  const { preview: previewCall, run: runCall } = bulkActions[name];
  const $bulk = atom<BulkState>({ status: 'closed' });
  let idempotencyKey = '';

  async function open(): Promise<void> {
    $bulk.set({ status: 'loading' });
    idempotencyKey = crypto.randomUUID();
    const { cursor: _, direction: __, sort: ___, ...filter } = list.$list.get().query;
    const body = selection.$all.get() ? { filter } : { ids: [...selection.$ids.get()] };
    const result = await send(previewCall, { body });
    if ($bulk.get().status !== 'loading') return;
    if (result.ok) $bulk.set({ status: 'preview', preview: result.data, errors: {} });
    else {
      $bulk.set({ status: 'closed' });
      notifyFailure(result.failure);
    }
  }

  /**
   * Keeps the same key until there is a response, so that a retry does nothing twice.
   * @param fields inputs that the action's contract needs besides the records
   */
  async function run(fields: Readonly<Record<string, string>>): Promise<void> {
    const state = $bulk.get();
    if (state.status !== 'preview') return;
    const { preview } = state;
    $bulk.set({ status: 'running', preview, errors: {} });
    const ids = preview.rows.map(({ id }) => id);
    const body = { ids, previewedAt: preview.previewedAt, ...fields };
    const result = await sendConfirmed(runCall as (typeof bulkActions)['closeTickets']['run'], {
      body,
      idempotencyKey,
    });
    if (!result.ok) {
      const { failure } = result;
      $bulk.set({ status: 'preview', preview, errors: failure.kind === 'status' ? failure.fields : {} });
      notifyFailure(failure);
      return;
    }
    $bulk.set({ status: 'done', outcome: result.data });
  }

  return {
    $bulk,
    open,
    run,
    /** Closes the dialog. After a run, reloads the list and clears the selection. */
    close(): void {
      const wasDone = $bulk.get().status === 'done';
      $bulk.set({ status: 'closed' });
      if (!wasDone) return;
      selection.clear();
      void list.load();
    },
  };
}
