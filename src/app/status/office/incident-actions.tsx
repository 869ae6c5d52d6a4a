import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import * as calls from '#shared/status/contract-office.ts';
import {
  canReport,
  components,
  type IncidentStatus,
  impacts,
  remedies,
  reportedStatuses,
  tradingComponents,
} from '#shared/status/status.ts';

export function OpenIncident() {
  const { strings } = useTexts();
  return (
    <div>
      <ActionForm
        contract={calls.officeIncidentOpen}
        action="incident_open"
        initial={{ component: '' as never, impact: '' as never, title: '', text: '' }}
        fields={[
          { name: 'component', label: strings.column_component, values: components },
          { name: 'impact', label: strings.column_impact, values: impacts },
          { name: 'title', label: strings.incident_title, line: 'text' },
          { name: 'text', label: strings.incident_text },
        ]}
      />
    </div>
  );
}

const minute = (name: string, label: string, hint: string) =>
  ({ name, label, hint, line: 'datetime-local', required: false }) as const;

export function IncidentActions({ row }: { readonly row: ListRow }) {
  const { strings } = useTexts();
  const { id } = row;
  const some = row['component'] === 'platforms' ? platforms : [];
  const values = ['all', ...(row['impact'] === 'outage' ? [] : ['nobody']), ...some];
  const next = reportedStatuses.filter((status) => canReport(row['status'] as IncidentStatus, status));
  return (
    <>
      {next.length > 0 && (
        <ActionForm
          key={String(row['status'])}
          contract={calls.officeIncidentUpdate}
          action="incident_update"
          initial={{ incidentId: id, status: '' as never, text: '', outage: '', outageFrom: '', outageUntil: '' }}
          fields={[
            { name: 'status', label: strings.column_status, values: next },
            { name: 'text', label: strings.incident_text },
            ...(tradingComponents.includes(row['component'])
              ? [
                  {
                    name: 'outage',
                    label: strings.incident_outage,
                    hint: strings.incident_outage_hint,
                    values,
                    required: false,
                  },
                  minute('outageFrom', strings.incident_from, strings.incident_from_hint),
                  minute('outageUntil', strings.incident_until, strings.incident_until_hint),
                ]
              : []),
          ]}
        />
      )}
      {row['confirmedAt'] !== null && (
        <ActionForm
          contract={calls.officeRemedyAdd}
          action="remedy_add"
          initial={{ incidentId: id, account: '', amountUsd: '' as never, days: '' as never, reason: '' }}
          fields={[
            { name: 'account', label: strings.remedy_account, line: 'text' },
            { name: 'amountUsd', label: strings.remedy_usd, line: 'number', required: false },
            { name: 'days', label: strings.remedy_days, line: 'number', required: false },
            { name: 'reason', label: strings.remedy_reason },
          ]}
        />
      )}
      {row['confirmedAt'] !== null && (
        <ActionForm
          contract={calls.officeIncidentAccounts}
          action="incident_accounts"
          initial={{ incidentId: id, accounts: '', remedy: '' as never, note: '' }}
          fields={[
            { name: 'accounts', label: strings.incident_numbers, hint: strings.incident_numbers_hint },
            { name: 'remedy', label: strings.incident_remedy, values: remedies },
            { name: 'note', label: strings.incident_note },
          ]}
        />
      )}
    </>
  );
}
