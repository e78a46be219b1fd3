/** Returns the message about a pincode that belongs to another state than the chosen state. */
export function pincodeElsewhere(of: { pincode: string; stateOfPincode: string; state: string }): string {
  return `The pincode ${of.pincode} is in ${of.stateOfPincode}, but the state you chose is ${of.state}. Please check both.`;
}
