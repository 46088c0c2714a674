/** Whether a status means success: any 2xx. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a status means that the service refused the request: any 4xx. */
export function isRefusalStatus(status: number): boolean {
  return status >= 400 && status < 500;
}
