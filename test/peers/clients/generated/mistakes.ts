/** Whether the client makes this mistake on purpose, to test the judge of clients. */
export const isMistake = (id: string): boolean => process.env.MISTAKE === id;
