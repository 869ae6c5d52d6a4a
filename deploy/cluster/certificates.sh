#!/bin/sh
# Issues what each machine of the cluster proves itself with. Run it on a machine that is none of them, keep ca.key there,
# and copy a machine's folder to its /etc/tidemark/tls.
#
#   sh certificates.sh <folder> <machine>=<address>...      makes the authority if there is none, then a certificate for
#                                                            each machine, valid for 90 days; again: renews them
#   sh certificates.sh <folder> --new-authority             every machine trusts the old and the new one; then renew
#   sh certificates.sh <folder> --drop-old-authority        once every machine has a certificate of the new one
set -eu
umask 077
folder=${1:?folder}
shift
mkdir -p "$folder"
cd "$folder"
authority_days=3650
days=90

make_authority() {
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days "$authority_days" \
		-subj "/CN=Tidemark cluster $(date -u +%Y-%m-%d)" -keyout ca.key -out ca-now.crt \
		-addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign' 2>/dev/null
}

# The machines' folders hold the authorities that they trust, the certificate and its key, and both in one file.
spread() {
	cat ca-now.crt > ca.crt
	[ ! -f ca-old.crt ] || cat ca-old.crt >> ca.crt
	for machine in */; do
		[ ! -f "${machine}tls.crt" ] || cp ca.crt "${machine}ca.crt"
	done
}

issue() {
	machine=${1%%=*}
	address=${1#*=}
	mkdir -p "$machine"
	# Each machine is a client of the others and its own: PgBouncer and HAProxy listen on localhost.
	openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj "/CN=$machine" \
		-keyout "$machine/tls.key" -out "$machine/tls.csr" 2>/dev/null
	printf '%s\n' "subjectAltName=DNS:$machine,DNS:localhost,IP:127.0.0.1,IP:$address" \
		'extendedKeyUsage=serverAuth,clientAuth' 'keyUsage=critical,digitalSignature' 'basicConstraints=critical,CA:FALSE' |
		openssl x509 -req -in "$machine/tls.csr" -CA ca-now.crt -CAkey ca.key -CAcreateserial -sha256 -days "$days" \
			-extfile /dev/stdin -out "$machine/tls.crt" 2>/dev/null
	rm "$machine/tls.csr"
	cat "$machine/tls.crt" "$machine/tls.key" > "$machine/tls.pem"
}

[ -f ca.key ] || make_authority
case ${1:-} in
--new-authority)
	mv ca-now.crt ca-old.crt
	make_authority
	;;
--drop-old-authority) rm -f ca-old.crt ;;
*) for each in "$@"; do issue "$each"; done ;;
esac
spread
