import { ActionForm } from '#app/office/actions/action-form.tsx';
import { localizedFieldsOf } from '#app/office/localized-label.ts';
import { type OfficeTexts, useTexts } from '#app/office/texts.ts';
import styles from '#app/office/toolbar.module.css';
import { createCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount } from '#shared/catalog/contract-discounts.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { localizedFields } from '#shared/core/localized.ts';
import { requestClosure, startClosureDryRun } from '#shared/firm/contract-closure.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { createAnnouncement } from '#shared/messages/contract-announcements.ts';
import { appointStaff, staffRoleNames } from '#shared/people/contract-staff.ts';
import { haltTargets, requestHalt } from '#shared/risk/contract-halts.ts';

/** Creates a record from a list. Prices and the catalog’s own codes are edited in content files. */
export function CreateForm({ name }: { readonly name: OfficeListName }) {
  const texts = useTexts();
  const form = {
    ...{ discounts: Discount, coupons: Coupon, announcements: Announcement, halts: Halt, people: Staff },
    closures: Closure,
  }[name as string];
  return form ? <div className={`cluster ${styles.toolbar}`}>{form(texts)}</div> : null;
}

const anyProgram = ['all', ...programs] as const;

function Discount(texts: OfficeTexts) {
  const { strings } = texts;
  return (
    <ActionForm
      contract={createDiscount}
      action="discount_start"
      initial={{ code: '', percent: '', program: 'all', to: '', ...localizedFields('title', '') }}
      fields={[
        { name: 'code', label: strings.column_code, line: 'text' },
        { name: 'percent', label: strings.column_percent, line: 'number' },
        { name: 'program', label: strings.column_program, values: anyProgram },
        { name: 'to', label: strings.discount_last_day, line: 'date' },
        ...localizedFieldsOf('title', texts),
      ]}
    />
  );
}

function Coupon({ strings }: OfficeTexts) {
  return (
    <ActionForm
      contract={createCoupon}
      action="coupon_create"
      initial={{ code: '', percent: '', program: 'all', from: '', to: '', uses: '', oncePerPerson: 'yes' }}
      fields={[
        { name: 'code', label: strings.column_code, line: 'text' },
        { name: 'percent', label: strings.column_percent, line: 'number' },
        { name: 'program', label: strings.column_program, values: anyProgram },
        { name: 'from', label: strings.coupon_first_day, line: 'date' },
        { name: 'to', label: strings.discount_last_day, line: 'date' },
        { name: 'uses', label: strings.coupon_uses, hint: strings.coupon_uses_hint, line: 'number' },
        { name: 'oncePerPerson', label: strings.coupon_once, values: ['yes', 'no'] },
      ]}
    />
  );
}

function Announcement(texts: OfficeTexts) {
  const { strings } = texts;
  const empty = { ...localizedFields('title', ''), ...localizedFields('text', '') };
  return (
    <ActionForm
      contract={createAnnouncement}
      action="announcement_create"
      initial={{ program: 'all', platform: 'all', showFrom: '', showUntil: '', ...empty }}
      fields={[
        { name: 'program', label: strings.column_program, values: anyProgram },
        { name: 'platform', label: strings.column_platform, values: ['all', ...platforms] },
        { name: 'showFrom', label: strings.announcement_from, line: 'datetime-local' },
        { name: 'showUntil', label: strings.announcement_until, line: 'datetime-local' },
        ...localizedFieldsOf('title', texts),
        ...localizedFieldsOf('text', texts),
      ]}
    />
  );
}

function Halt(texts: OfficeTexts) {
  const { strings } = texts;
  return (
    <ActionForm
      contract={requestHalt}
      action="halt_request"
      initial={{ target: '' as never, ...localizedFields('text', '') }}
      fields={[
        { name: 'target', label: strings.halt_target, values: haltTargets },
        ...localizedFieldsOf('text', texts),
      ]}
    />
  );
}

function Closure({ strings }: OfficeTexts) {
  return (
    <>
      <ActionForm contract={startClosureDryRun} action="closure_dry_run" initial={{}} />
      <ActionForm
        contract={requestClosure}
        action="closure_request"
        initial={{ freezeAt: '', refundPercent: 100 }}
        fields={[
          { name: 'freezeAt', label: strings.column_freezeAt, hint: strings.closure_at_hint, line: 'datetime-local' },
          { name: 'refundPercent', label: strings.column_refundPercent, line: 'number' },
        ]}
      />
    </>
  );
}

function Staff({ strings }: OfficeTexts) {
  return (
    <ActionForm
      contract={appointStaff}
      action="staff_appoint"
      initial={{ email: '', role: '' as never }}
      fields={[
        { name: 'email', label: strings.column_email, line: 'text' },
        { name: 'role', label: strings.column_role, values: staffRoleNames },
      ]}
    />
  );
}
