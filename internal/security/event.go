// Package security is the security log: logins, refused rights, changes of rights and secrets, and
// similar events. An event contains what happened, to which account, and from which network.
// It contains no text typed by a person, such as a name or a phone number, and no complete
// network address.
package security

import (
	"net/netip"
	"slices"
)

// Kind is the kind of an event.
type Kind string

// The kinds.
const (
	LoggedIn        Kind = "login.done"
	LoginFailed     Kind = "login.failed"
	Refused         Kind = "right.refused" // a call without the necessary right, or a call by a banned asker
	SecretChanged   Kind = "secret.changed"
	IdentityBound   Kind = "identity.bound"
	IdentityUnbound Kind = "identity.unbound"
	RoleChanged     Kind = "role.changed"
	Disabled        Kind = "account.disabled"
	Enabled         Kind = "account.enabled"
	Banned          Kind = "account.banned"
	Unbanned        Kind = "account.unbanned"
	LoggedOut       Kind = "account.loggedOut" // an administrator has logged the account out on all devices
	FactorOn        Kind = "factor.on"
	FactorOff       Kind = "factor.off"
	FactorReset     Kind = "factor.reset"  // the operator has removed the second factor on the command line
	FactorFailed    Kind = "factor.failed" // a logged-in user gave a wrong code or tried too often; during a login the kind is LoginFailed
	RecoveryRenewed Kind = "factor.recovery"
	RecoveryUsed    Kind = "factor.recoveryUsed"
	Left            Kind = "account.left"     // the owner has asked for the deletion of the account; the grace period has begun
	Returned        Kind = "account.returned" // the account was reactivated within its grace period
	Deleted         Kind = "account.deleted"
	Exported        Kind = "data.exported" // all data of a user or a project was exported, or the database was copied
	Infected        Kind = "upload.infected"
	ScanFailed      Kind = "upload.unscanned" // the virus scanner did not scan a file
	KeyMade         Kind = "apikey.made"
	KeyRevoked      Kind = "apikey.revoked"
	KeyFailed       Kind = "apikey.failed" // a call with a wrong, revoked or expired key
)

// Kinds lists all kinds.
var Kinds = []Kind{
	LoggedIn, LoginFailed, Refused, SecretChanged, IdentityBound, IdentityUnbound, RoleChanged, Disabled, Enabled, Banned, Unbanned, LoggedOut,
	FactorOn, FactorOff, FactorReset, FactorFailed, RecoveryRenewed, RecoveryUsed, Left, Returned, Deleted, Exported, Infected, ScanFailed,
	KeyMade, KeyRevoked, KeyFailed,
}

// Known reports whether the kind exists.
func (k Kind) Known() bool { return slices.Contains(Kinds, k) }

// Event is something that happened.
type Event struct {
	Kind      Kind
	AccountID string     // the affected account; empty: unknown or none
	ActorID   string     // the account that acted; empty: the affected account itself or the program acted
	Addr      netip.Addr // address of the request; only its network is stored
	Detail    string     // a constant of the program, such as a login type, a call or a section; never a text typed by a person
	Code      string     // code of the error catalogue, if the act failed or was refused
}

// network shortens an address so that it identifies no person.
func network(a netip.Addr) string {
	a = a.Unmap()
	switch {
	case !a.IsValid():
		return ""
	case a.IsLoopback():
		return "loopback"
	}
	bits := 48
	if a.Is4() {
		bits = 24
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil { // cannot fail: the address has at least this many bits
		return ""
	}
	return p.String()
}
