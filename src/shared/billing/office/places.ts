import { staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import { count, prose, state } from '#shared/office/list-columns.ts';

export const placeLists = {
  /** By the day on which somebody last read the law; never, where there is no file. */
  places: defineList('places', 'sales', {
    summary: 'Countries sold to and their parts, with what a buyer there sees and signs at each step',
    roles: staffRoles,
    filters: { law: 'values' },
    title: 'name',
    table: ['name', 'law', 'at', 'tax', 'withdrawal', 'yearlyPlan'],
    columns: {
      name: prose,
      /** `unread`: no file; `read`: no counsel has confirmed all of it. */
      law: state({ unread: 'danger', read: 'accent', 'by-counsel': 'neutral' }),
      price: prose,
      tax: prose,
      withdrawal: prose,
      resetWithdrawal: prose,
      consents: prose,
      monthlyPlan: prose,
      yearlyPlan: prose,
      texts: prose,
      monthlyReminderDays: count,
      yearlyReminderDays: count,
      refundDays: count,
      sources: prose,
    },
  }),
} as const;
