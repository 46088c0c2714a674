/** Begins a chat, which the service creates with its first turn. Your site has a page here, and a session of its own. */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  const headers = {
    location: `/chat/${crypto.randomUUID()}`,
    'set-cookie': `session=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`,
  };
  return new Response(null, { status: 303, headers });
}
