import styles from '#app/office/office.module.css';
import { OfficeNav } from '#app/office/office-nav.tsx';
import { canOpen, hasRole, isOfficeList } from '#app/office/stores/office.ts';
import { defineIsland, listText, type OfficeProps, useTexts } from '#app/office/texts.ts';
import { onDemand } from '#app/shell/on-demand.tsx';
import { currentParams } from '#app/shell/stores/navigation.ts';
import { pathTo, type RouteName } from '#routes.ts';
import { financeRoles } from '#shared/core/staff-roles.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const CatalogScreen = onDemand(async () => (await import('#app/catalog/office/catalog-screen.tsx')).CatalogScreen);
const FiguresScreen = onDemand(async () => (await import('#app/office/figures/figures-screen.tsx')).FiguresScreen);
const Overview = onDemand(async () => (await import('#app/office/overview.tsx')).Overview);
const ListScreen = onDemand(async () => (await import('./list-screen.tsx')).ListScreen);
const AccountRecord = onDemand(async () => (await import('./records/account-record.tsx')).AccountRecord);
const BatchRecord = onDemand(async () => (await import('./records/batch-record.tsx')).BatchRecord);
const OrderRecord = onDemand(async () => (await import('./records/order-record.tsx')).OrderRecord);
const OtherRecord = onDemand(async () => (await import('./records/other-record.tsx')).OtherRecord);
const CaseRecord = onDemand(async () => (await import('./records/case-record.tsx')).CaseRecord);
const CheckRecord = onDemand(async () => (await import('./records/check-record.tsx')).CheckRecord);
const PayoutRecord = onDemand(async () => (await import('./records/payout-record.tsx')).PayoutRecord);
const PersonRecord = onDemand(async () => (await import('./records/person-record.tsx')).PersonRecord);
const TicketRecord = onDemand(async () => (await import('./records/ticket-record.tsx')).TicketRecord);

/** The screen of a list's records, with only the actions that they have. */
const recordScreens: Readonly<Partial<Record<OfficeListName, typeof OtherRecord>>> = {
  ...{ people: PersonRecord, staff: PersonRecord, orders: OrderRecord, chargebacks: OrderRecord },
  ...{ accounts: AccountRecord, findings: CaseRecord, conduct: CaseRecord },
  ...{ disputes: CaseRecord, differences: CaseRecord },
  ...{ payouts: PayoutRecord, batches: BatchRecord, payments: BatchRecord, entries: BatchRecord },
  ...{ parked: CheckRecord, halts: CheckRecord, tickets: TicketRecord },
  ...{ identity: CheckRecord, screenings: CheckRecord, requests: CheckRecord },
};

type OfficeIslandProps = OfficeProps & { readonly route: RouteName };

export const OfficeIsland = defineIsland({
  route: ({ route }: OfficeIslandProps) => route,
  screen: OfficeScreen,
});

function OfficeScreen({ route }: OfficeIslandProps) {
  return (
    <div className={`stack ${styles.office}`}>
      <OfficeNav route={route} />
      <div className={`stack gap-5 ${styles.page}`}>
        <Screen />
      </div>
    </div>
  );
}

const loading = <Skeleton shape="row" count={14} />;

function Screen() {
  const { strings } = useTexts();
  const { list, id } = currentParams();
  if (list === undefined) return <Overview fallback={loading} />;
  if (list === 'figures' && hasRole(financeRoles)) return <FiguresScreen fallback={loading} />;
  if (list === 'catalog') return <CatalogScreen fallback={loading} />;
  if (!isOfficeList(list)) return <Missing />;
  if (!canOpen(list)) {
    return <ErrorScreen title={strings.forbidden_title} text={strings.forbidden_text} />;
  }
  if (id === undefined && officeLists[list].isRecordOnly) return <InRecords list={list} />;
  if (id === undefined) return <ListScreen fallback={loading} name={list} />;
  const RecordScreen = recordScreens[list] ?? OtherRecord;
  return <RecordScreen fallback={loading} list={list} id={id} />;
}

/** A list that is read within a record, opened by itself. */
function InRecords({ list }: { readonly list: OfficeListName }) {
  const { strings, locale } = useTexts();
  return (
    <EmptyState
      titleLevel={1}
      title={listText(strings, 'list', list)}
      text={strings.in_records}
      action={
        canOpen('people') && (
          <Button label={listText(strings, 'list', 'people')} href={pathTo('officeList', { list: 'people' }, locale)} />
        )
      }
    />
  );
}

function Missing() {
  const { strings } = useTexts();
  return <ErrorScreen title={strings.missing_title} text={strings.missing_text} />;
}
