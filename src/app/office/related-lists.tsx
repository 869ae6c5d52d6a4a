import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListFilter, ListRow } from '#shared/office/define-list.ts';
import { Card } from '#ui/card.tsx';
import { Select } from '#ui/select.tsx';
import { ListView } from './lists/list-view.tsx';
import { createList, type OfficeListStore } from './stores/list.ts';
import { canOpen } from './stores/office.ts';
import { useTexts, valueText } from './texts.ts';

export const accountLists = [
  ...(['findings', 'conduct', 'requests', 'disputes', 'differences', 'parked', 'corrections', 'tasks'] as const),
];

function listRelated(list: OfficeListName, row: ListRow): readonly (readonly [OfficeListName, ListFilter])[] {
  const { id, personId } = row;
  const ofPerson = (...names: readonly OfficeListName[]) =>
    typeof personId === 'string' ? names.map((name) => [name, { person: personId }] as const) : [];
  if (list === 'accounts') {
    const filter = { account: id };
    return (['orders', 'subscriptions', 'payouts', 'claims', 'tickets', ...accountLists, 'timeline'] as const).map(
      (name) => [name, filter] as const,
    );
  }
  if (list === 'subscriptions') return [['claims', { order: String(row['orderId']) }]];
  if (list === 'tickets') return [['timeline', { ticket: id }]];
  if (list === 'payouts') return [['payments', { payout: id }], ...ofPerson('tickets'), ['timeline', { payout: id }]];
  if (list === 'batches')
    return [
      ['payments', { batch: id }],
      ['timeline', { batch: id }],
    ];
  if (list === 'chargebacks')
    return [...ofPerson('accounts', 'subscriptions'), ['timeline', { order: String(row['orderId']) }]];
  if (list === 'providerPayouts') return [['providerTransactions', { payout: id }]];
  if (list === 'payments') return [['entries', { payment: id }]];
  // The other entries of the same posting; an entry's id is its posting's and its line.
  if (list === 'ledger') return [['ledger', { transaction: id.slice(0, id.lastIndexOf(':')) }]];
  if (list === 'affiliates') return ofPerson('commissions');
  if (list === 'closures') return [['closureLines', { closure: id }]];
  if (list === 'imports') return [['entries', { import: id }]];
  if (list === 'identity') return ofPerson('screenings');
  if (list === 'screenings') return ofPerson('identity');
  if (list !== 'orders') return [];
  return [
    ...(row['disputedCents'] === null ? [] : [['chargebacks', { order: id }] as const]),
    ['claims', { order: id }],
    ['timeline', { order: id }],
  ];
}

type RelatedListsProps = { readonly list: OfficeListName; readonly row: ListRow };

export function RelatedLists({ list, row }: RelatedListsProps) {
  return <Lists list={list} row={row} of={listRelated(list, row)} />;
}

/** Whose ticket it is: what they bought and trade, beside what they wrote. */
export function WriterLists({ row }: Pick<RelatedListsProps, 'row'>) {
  const person = row['personId'];
  if (typeof person !== 'string') return null;
  return (
    <Card as="section" title={String(row['name'])} className="stack">
      <Lists
        list="tickets"
        row={row}
        of={(['accounts', 'orders'] as const).map((name) => [name, { person }] as const)}
      />
    </Card>
  );
}

export function Lists({ list, row, of }: RelatedListsProps & { readonly of: ReturnType<typeof listRelated> }) {
  return of
    .filter(([name]) => canOpen(name))
    .map(([name, filter]) => <RelatedList key={name} name={name} filter={filter} parentList={list} row={row} />);
}

/** What the record says already: whose it is and, in a timeline of this record alone, what each event is about. */
function repeatedColumns(list: OfficeListName, name: OfficeListName): readonly string[] {
  if (list === 'accounts') return ['account', 'email'];
  if (list === 'closures') return [];
  if (list === 'ledger') return ['number', 'entryKind', 'record'];
  const isOwnTimeline = name === 'timeline' && (list === 'tickets' || list === 'payouts' || list === 'batches');
  return isOwnTimeline ? ['email', 'entity', 'record'] : ['email'];
}

type RelatedListProps = {
  readonly name: OfficeListName;
  readonly filter: ListFilter;
  readonly parentList: OfficeListName;
  readonly row: ListRow;
};

/** Reloads its list whenever the record is reloaded after an action. */
function RelatedList({ name, filter, parentList, row }: RelatedListProps) {
  const [list] = useState(() => createList(name, { fixed: filter }));
  const shown = useRef(row);
  useEffect(() => {
    if (shown.current !== row) void list.load();
    shown.current = row;
  }, [list, row]);
  return (
    <>
      {parentList === 'people' && name === 'timeline' && <SubjectChoice list={list} />}
      <ListView list={list} hiddenColumns={repeatedColumns(parentList, name)} />
    </>
  );
}

/** What a person's events are about: everything, or one kind of record. */
function SubjectChoice({ list }: { readonly list: OfficeListStore }) {
  const { strings } = useTexts();
  const { query } = useStore(list.$list);
  return (
    <Select
      label={strings.column_entity}
      hideLabel
      value={query['entity'] ?? ''}
      options={[
        { value: '', label: strings.filter_all },
        ...officeLists.timeline.filters.entity.map((value) => ({ value, label: valueText(strings, 'entity', value) })),
      ]}
      onChange={({ target }) => void list.filter({ entity: target.value })}
    />
  );
}
