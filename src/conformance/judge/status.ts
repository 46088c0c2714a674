/** Whether a status means success: any 2xx. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
