import { PersonBody, PersonFacts, PersonLists } from '#app/office/record/person-summary.tsx';
import { StaffActions } from '#app/people/office/staff-actions.tsx';
import { ViewAsTrader } from '#app/people/office/view-as-trader.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

export function PersonRecord(props: RecordProps) {
  const parts = props.list === 'people' ? { Facts: PersonFacts, Body: PersonBody, Related: PersonLists } : {};
  return <RecordScreen {...props} {...parts} Actions={Actions} />;
}

function Actions({ list, row }: RecordPartProps) {
  return (
    <>
      {list === 'people' && <ViewAsTrader row={row} />}
      <StaffActions list={list} row={row} />
    </>
  );
}
