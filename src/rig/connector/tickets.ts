export interface Ticket {
  readonly ticket: number;
  readonly label: string;
  readonly subject: string;
}

/** Always the same, so that a turn can be repeated. */
const TICKETS: readonly Ticket[] = [
  { ticket: 4410, label: 'supplier-delay', subject: 'The parcel from Fenwick Press has not arrived' },
  { ticket: 4412, label: 'supplier-delay', subject: 'Half of the delivery from Fenwick Press is missing' },
  { ticket: 4415, label: 'order', subject: 'A customer at Quayside asks when the order will come' },
];

/** The tickets with a label, or all. */
export function listTickets(label?: string): readonly Ticket[] {
  return TICKETS.filter((ticket) => label === undefined || ticket.label === label);
}
