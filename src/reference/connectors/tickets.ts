/** A ticket of the bookshop's support desk. */
export interface Ticket {
  readonly ticket: number;
  readonly label: string;
  readonly subject: string;
}

/** What to search for. Absent members match every ticket. */
export interface TicketSearch {
  readonly label?: string;
  readonly text?: string;
}

/** Questions of customers and suppliers of Harbor Books. They never change, so that a turn can be repeated. */
const TICKETS: readonly Ticket[] = [
  { ticket: 4410, label: 'supplier-delay', subject: 'The parcel from Fenwick Press has not arrived' },
  { ticket: 4412, label: 'supplier-delay', subject: 'Half of the delivery from Fenwick Press is missing' },
  { ticket: 4415, label: 'order', subject: 'A customer at Quayside asks when the order will come' },
  { ticket: 4418, label: 'opening-hours', subject: 'Are the branches open on the Easter holiday?' },
];

/** The tickets that have the label and contain the text, ignoring case. */
export function findTickets({ label, text = '' }: TicketSearch): readonly Ticket[] {
  const wanted = text.toLowerCase();
  return TICKETS.filter(
    (ticket) =>
      (label === undefined || ticket.label === label) &&
      `${ticket.ticket} ${ticket.label} ${ticket.subject}`.toLowerCase().includes(wanted),
  );
}
