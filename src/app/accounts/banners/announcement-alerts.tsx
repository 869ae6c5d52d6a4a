import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $announcements, followAnnouncements } from '#app/messages/stores/announcements.ts';
import { Alert } from '#ui/alert.tsx';

/** The firm's announcements to the traders of these accounts. */
export function AnnouncementAlerts() {
  const announcements = useStore($announcements);
  useEffect(() => followAnnouncements(), []);
  return announcements.map(({ id, title, text }) => (
    <Alert key={id} kind="info" title={title} role="status">
      {text}
    </Alert>
  ));
}
