import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import { oneLine } from '#server/support/mails.ts';
import type { Component, IncidentStatus } from '#shared/status/status.ts';

export type StatusMailValues = {
  /** `link` is the absolute URL of the confirmation page. */
  'status-confirm': { readonly link: string };
  'incident-update': {
    readonly component: Component;
    /** In English; empty for an incident that our own checks opened. */
    readonly title: string;
    readonly status: IncidentStatus;
    readonly text: string;
    readonly at: number;
    /** Absolute. */
    readonly unsubscribeUrl: string;
  };
  /** To staff, in English: one of our checks keeps failing. */
  'incident-staff': { readonly incidentId: string; readonly component: Component; readonly startedAt: number };
};

export const statusTemplates: MailTemplates<StatusMailValues> = {
  'status-confirm': ({ link }, { t }) => ({
    subject: t('status_confirm_subject'),
    blocks: [
      textBlock(t('status_confirm_lead')),
      linkBlock(t('newsletter_confirm_link'), link),
      noteBlock(t('newsletter_confirm_note')),
    ],
  }),

  'incident-update': ({ component, title, status, text, at, unsubscribeUrl }, { t, url, locale, moment }) => ({
    subject: t('incident_subject', {
      title: title === '' ? t(`component_${component}`) : oneLine(title),
      status: t(`incident_${status}`),
    }),
    blocks: [
      textBlock(text),
      tableBlock([
        { label: t('incident_component'), value: t(`component_${component}`) },
        { label: t('incident_at'), value: moment(at) },
      ]),
      linkBlock(t('incident_link'), url(pathTo('status', {}, locale))),
      noteBlock(t('incident_unsubscribe', { link: unsubscribeUrl })),
    ],
  }),

  'incident-staff': ({ incidentId, component, startedAt }, { t, url, locale, moment }) => ({
    subject: t('incident_staff_subject', { component: t(`component_${component}`) }),
    blocks: [
      textBlock(t('incident_staff_lead')),
      tableBlock([{ label: t('incident_since'), value: moment(startedAt) }]),
      linkBlock(t('incident_staff_link'), url(pathTo('officeRecord', { list: 'incidents', id: incidentId }, locale))),
    ],
  }),
};
