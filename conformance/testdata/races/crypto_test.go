package races

import (
	"crypto"
	"crypto/ed25519"
	"crypto/mlkem"
	"crypto/rsa"
	"math/big"
	"testing"
)

// beside calls read while b is written to; after calls it after that.

func beside(b []byte, read func()) {
	done := make(chan bool)
	go func() { read(); close(done) }()
	b[len(b)-1]++
	<-done
}

func after(b []byte, read func()) {
	b[len(b)-1]++
	done := make(chan bool)
	go func() { read(); close(done) }()
	read()
	<-done
}

func ciphertext(t *testing.T) ([]byte, func()) {
	key, err := mlkem.GenerateKey768()
	if err != nil {
		t.Fatal(err)
	}
	_, c := key.EncapsulationKey().Encapsulate()
	return c, func() { key.Decapsulate(c) }
}

func TestSeldomCiphertext(t *testing.T) { beside(ciphertext(t)) }
func TestNoneCiphertext(t *testing.T)   { after(ciphertext(t)) }

func publicKey(t *testing.T) ([]byte, func()) {
	pub, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signature := ed25519.Sign(key, []byte("message"))
	return pub, func() { ed25519.Verify(pub, []byte("message"), signature) }
}

func TestRacePublicKey(t *testing.T) { beside(publicKey(t)) }
func TestNonePublicKey(t *testing.T) { after(publicKey(t)) }

func signature(*testing.T) ([]byte, func()) {
	n := new(big.Int).Lsh(big.NewInt(1), 2047)
	key := &rsa.PublicKey{N: n.SetBit(n, 0, 1), E: 65537}
	s := make([]byte, 256)
	return s, func() { rsa.VerifyPKCS1v15(key, crypto.SHA256, make([]byte, 32), s) }
}

func TestSeldomSignature(t *testing.T) { beside(signature(t)) }
func TestNoneSignature(t *testing.T)   { after(signature(t)) }
