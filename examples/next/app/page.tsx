/** Begins a chat. The service creates it with its first turn. */
import { redirect } from 'next/navigation';

export const dynamic = 'force-dynamic';

export default function Page() {
  redirect(`/chat/${crypto.randomUUID()}`);
}
