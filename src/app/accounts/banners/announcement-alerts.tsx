import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $announcements, followAnnouncements } from '#app/messages/stores/announcements.ts';
import { Alert } from '#ui/alert.tsx';

export function AnnouncementAlerts() {
  const { data } = useStore($announcements);
  useEffect(() => followAnnouncements(), []);
  return data?.announcements.map(({ id, title, text }) => (
    <Alert key={id} kind="info" title={title} role="status">
      {text}
    </Alert>
  ));
}
